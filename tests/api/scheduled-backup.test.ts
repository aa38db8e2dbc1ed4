/** Scheduled backups while people write, and restores of them. */
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openFileDatabase } from '#edge-api/db/open-file.ts';
import { backUpIfDue } from '#edge-api/node/backup-clock.ts';
import { listBackups, mediaPath } from '#edge-api/node/backup-folder.ts';
import { startBackend, type Backend } from '#edge-api/node/backend.ts';
import { RESTORE_MARK } from '#edge-api/node/data-folder.ts';
import { restoreBackup } from '#edge-api/node/restore.ts';
import { makeScheduledBackup } from '#edge-api/node/scheduled-backup.ts';
import { createLog } from '#edge-api/log.ts';
import type { Project } from '#shared/entities/project.ts';
import { collectGarbage, onceLetGo } from '#tests/helpers/collect-garbage.ts';
import { plantClip, type PlantedClip } from './plant-clip.ts';
import { sendTo, signIn, type TestUser } from './harness.ts';
import { newProject } from './new-project.ts';

const HOUR_MS = 60 * 60 * 1000;
const START_MS = Date.UTC(2026, 10, 22, 3);

let folder: string;
let backend: Backend | null;
let ada: TestUser;

const environment = (more: Record<string, string> = {}) => ({
  DATA_DIR: join(folder, 'data'),
  BACKUP_DIR: join(folder, 'backups'),
  ...more,
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storyreel-backups-'));
  await start();
});
afterEach(async () => {
  await stop();
  await rm(folder, { recursive: true });
});

async function start(): Promise<void> {
  backend = await startBackend(environment());
  ada = await signIn(sendTo(backend), backend.config.publicUrl, 'Ada');
}

/** As if its process had ended. */
async function stop(): Promise<void> {
  await backend?.close();
  backend = null;
  await collectGarbage();
}

const createProject = (title: string): Promise<Project> => newProject(ada, { title });
const titles = async (): Promise<string[]> =>
  (await ada.json<Project[]>('/api/user/projects')).map(({ title }) => title).toSorted();
const plantMovie = async (title: string): Promise<PlantedClip> =>
  plantClip(join(folder, 'data'), await createProject(title));

const backupAt = (nowMs: number, more: Record<string, string> = {}) => makeScheduledBackup(environment(more), nowMs);

describe('a backup', () => {
  test('made while people write is whole, restores, and the app works with it', async () => {
    const clip = await plantMovie('The Lighthouse');
    let isDone = false;
    let written = 0;
    const writing = (async () => {
      // As many as a page of the list names.
      for (; !isDone && written < 90; written++) await createProject(`Written ${written}`);
    })();
    while (written < 5) await new Promise(setImmediate);
    const atStart = written;
    const { folder: backup, files, missing } = await backupAt(START_MS);
    isDone = true;
    await writing;
    expect([files, missing]).toEqual([1, 0]);
    expect(await titles()).toHaveLength(written + 1);
    await createProject('After the backup');
    await stop();

    const restored = await onceLetGo(() => restoreBackup(environment(), backup, START_MS + HOUR_MS));
    expect(restored).toMatchObject({ files: 1, missing: 0, unreadableKeys: 0 });
    await start();
    const there = await titles();
    expect(there).toContain('The Lighthouse');
    expect(there).not.toContain('After the backup');
    expect(there.length).toBeGreaterThan(atStart);
    const media = await ada.fetch(`/api/media/${clip.sha256}`);
    expect(new Uint8Array(await media.arrayBuffer())).toEqual(clip.bytes);
    expect((await createProject('After the restore')).title).toBe('After the restore');
    // What was replaced is still there, and whole.
    const replaced = await openFileDatabase(`file:${join(restored.replaced ?? '', 'storyreel.db')}`);
    const { rows } = await replaced.execute(`select 1 from projects where title = 'After the backup'`);
    replaced.close();
    expect(rows).toHaveLength(1);
    await stat(mediaPath(restored.replaced ?? '', clip.sha256));
  });

  test('shares its media with the data and with the last one', async () => {
    const { sha256 } = await plantMovie('The Lighthouse');
    const [first, second] = [await backupAt(START_MS), await backupAt(START_MS + HOUR_MS)];
    const inodes = [join(folder, 'data'), first.folder, second.folder].map(
      async (root) => (await stat(mediaPath(root, sha256))).ino,
    );
    expect(new Set(await Promise.all(inodes)).size).toBe(1);
  });

  test('takes the place of the oldest, and one that fails of none', async () => {
    await createProject('The Lighthouse');
    for (let hour = 0; hour < 4; hour++) await backupAt(START_MS + hour * HOUR_MS, { BACKUP_KEEP: '2' });
    const kept = await listBackups(join(folder, 'backups'), START_MS + 365 * 24 * HOUR_MS);
    expect(kept.map(({ createdAtMs }) => createdAtMs)).toEqual([START_MS + 3 * HOUR_MS, START_MS + 2 * HOUR_MS]);
    await stop();
    await truncate(join(folder, 'data', 'storyreel.db'), 4_096);
    await expect(backupAt(START_MS + 9 * HOUR_MS, { BACKUP_KEEP: '2' })).rejects.toThrow(/malformed|not a database/);
    expect(await listBackups(join(folder, 'backups'), START_MS + 365 * 24 * HOUR_MS)).toEqual(kept);
    expect(await readdir(join(folder, 'backups'))).toHaveLength(2);
    await rm(join(folder, 'data', 'storyreel.db'));
  });

  test('says which files were missing, and is one all the same', async () => {
    const { sha256 } = await plantMovie('The Lighthouse');
    await rm(mediaPath(join(folder, 'data'), sha256));
    const { folder: backup, files, missing } = await backupAt(START_MS);
    expect([files, missing]).toEqual([0, 1]);
    await stop();
    expect(await onceLetGo(() => restoreBackup(environment(), backup, START_MS))).toMatchObject({
      files: 0,
      missing: 1,
    });
  });

  test('of a clock that was far ahead goes before those that are made since', async () => {
    await plantMovie('The Lighthouse');
    const environmentOfOne = { ...environment(), BACKUP_KEEP: '2' };
    const at = async (nowMs: number) => (await makeScheduledBackup(environmentOfOne, nowMs)).folder;
    await at(START_MS + 365 * 24 * HOUR_MS);
    const first = await at(START_MS);
    const second = await at(START_MS + 24 * HOUR_MS);
    const kept = await listBackups(join(folder, 'backups'), START_MS + 24 * HOUR_MS);
    expect(kept.map((backup) => backup.folder)).toEqual([second, first]);
  });

  test('is made once a day, again after a failure, and whatever the clock did', async () => {
    const lines: string[] = [];
    let nowMs = START_MS;
    const now = (): number => nowMs;
    const deps = {
      environment: environment(),
      backupDir: join(folder, 'backups'),
      now,
      log: createLog((line) => void lines.push(line), now),
    };
    let fails = false;
    const look = async (): Promise<number> => {
      await backUpIfDue(deps, new AbortController().signal, async () => {
        if (fails) throw new Error('The disk is full.');
        await makeScheduledBackup(deps.environment, nowMs);
      });
      return (await listBackups(deps.backupDir, nowMs)).length;
    };
    expect([await look(), await look()]).toEqual([1, 1]);
    nowMs += 24 * HOUR_MS;
    fails = true;
    expect(await look()).toBe(1);
    expect(lines.filter((line) => line.includes('backup_failed') && line.includes('The disk is full.'))).toHaveLength(
      1,
    );
    fails = false;
    expect(await look()).toBe(2);
    nowMs -= 40 * 24 * HOUR_MS;
    expect(await look()).toBe(3);
  });
});

describe('a restore', () => {
  test('refuses while a server has the database open, and changes nothing', async () => {
    await createProject('The Lighthouse');
    const { folder: backup } = await backupAt(START_MS);
    await createProject('After the backup');
    await expect(restoreBackup(environment(), backup, START_MS)).rejects.toThrow(/^DATA_DIR is in use\./);
    expect(await titles()).toEqual(['After the backup', 'The Lighthouse']);
    expect((await readdir(join(folder, 'data'))).filter((name) => /^re(storing|placed)/.test(name))).toEqual([]);
  });

  test.each([
    ['a file that was changed', async (backup: string, sha256: string) => flip(mediaPath(backup, sha256), 100)],
    ['a file that is gone', async (backup: string, sha256: string) => rm(mediaPath(backup, sha256))],
    ['a database that was cut off', async (backup: string) => truncate(join(backup, 'storyreel.db'), 20_000)],
    ['a database that is none', async (backup: string) => writeFile(join(backup, 'storyreel.db'), 'x'.repeat(9_000))],
    ['no list', async (backup: string) => rm(join(backup, 'backup.json'))],
  ])('refuses %s, and leaves the data as it is', async (_name, damage) => {
    const clip = await plantMovie('The Lighthouse');
    const { folder: backup } = await backupAt(START_MS);
    // The backup shares its bytes with the data: what is damaged has to be its own.
    const bytes = await readFile(mediaPath(backup, clip.sha256));
    await rm(mediaPath(backup, clip.sha256));
    await writeFile(mediaPath(backup, clip.sha256), bytes);
    await damage(backup, clip.sha256);
    await createProject('After the backup');
    await stop();
    await expect(onceLetGo(() => restoreBackup(environment(), backup, START_MS))).rejects.toThrow(
      /^This (backup is damaged|isn’t a whole backup)/,
    );
    await start();
    expect(await titles()).toEqual(['After the backup', 'The Lighthouse']);
    expect((await ada.fetch(`/api/media/${clip.sha256}`)).status).toBe(200);
  });

  test('sends nothing again that may have been paid for since, and signs everybody out', async () => {
    const clip = await plantMovie('The Lighthouse');
    const db = await openFileDatabase(`file:${join(folder, 'data', 'storyreel.db')}`);
    await db.batch(
      [
        ...['queued', 'running'].map((state) => ({
          sql: `insert into jobs (id, kind, user_id, project_id, scene_id, state, upstream_id, state_since_ms, next_at_ms, created_at_ms, updated_at_ms)
            select :state, 'clip', user_id, project_id, iif(:state = 'queued', id, null), :state, iif(:state = 'running', 'upstream', null), 0, 99999999999999, 0, 0
            from scenes where id = :sceneId`,
          args: { state, sceneId: clip.sceneId },
        })),
        `update scenes set status = 'generating'`,
      ],
      'write',
    );
    db.close();
    const { folder: backup } = await backupAt(START_MS);
    const before = ada.cookie;
    await stop();
    await onceLetGo(() => restoreBackup(environment(), backup, START_MS));
    const restored = await openFileDatabase(`file:${join(folder, 'data', 'storyreel.db')}`);
    const states = (await restored.execute('select state from jobs order by id')).rows;
    const scenes = (await restored.execute('select status from scenes')).rows;
    restored.close();
    expect(states).toEqual([{ state: 'cancelled' }, { state: 'running' }]);
    expect(scenes).toEqual([{ status: 'complete' }]);
    await start();
    const again = backend && sendTo(backend)('/api/auth/user', { headers: { Cookie: before } });
    expect((await again)?.status).toBe(401);
  });

  test('that was cut off keeps the server from starting on half of the data, and can be run again', async () => {
    await createProject('The Lighthouse');
    const { folder: backup } = await backupAt(START_MS);
    await stop();
    await writeFile(join(folder, 'data', RESTORE_MARK), '');
    await expect(startBackend(environment())).rejects.toThrow(/didn’t finish/);
    await onceLetGo(() => restoreBackup(environment(), backup, START_MS));
    await start();
    expect(await titles()).toEqual(['The Lighthouse']);
  });
});

test('backups and data are kept apart', async () => {
  await stop();
  for (const BACKUP_DIR of [join(folder, 'data'), join(folder, 'data', 'backups'), folder])
    await expect(startBackend(environment({ BACKUP_DIR }))).rejects.toThrow(/^BACKUP_DIR must be outside/);
});

async function flip(path: string, at: number): Promise<void> {
  const bytes = await readFile(path);
  bytes[at] = 255 - (bytes[at] ?? 0);
  await writeFile(path, bytes);
}
