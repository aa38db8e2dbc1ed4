import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { backUp } from '#edge-api/node/back-up.ts';
import { migrate } from '#edge-api/db/migrate.ts';
import { migrations } from '#edge-api/db/migrations.ts';
import { openFileDatabase } from '#edge-api/db/open-file.ts';
import { startBackend, type Backend } from '#edge-api/node/backend.ts';
import type { Project } from '#shared/entities/project.ts';
import { plantClip } from './plant-clip.ts';
import { saveKey, sendTo, signIn, type TestUser } from './harness.ts';
import { newProject } from './new-project.ts';

let folder: string;
let backend: Backend;
let ada: TestUser;

const environment = (name: string) => ({ DATA_DIR: join(folder, name) });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storyreel-backup-'));
  backend = await startBackend(environment('data'));
  ada = await signIn(sendTo(backend), backend.config.publicUrl, 'Ada');
});
afterEach(async () => {
  await backend.close();
  await rm(folder, { recursive: true });
});

/** A request of Ada's to any server that knows her session. */
const ask = (server: Backend, path: string): Promise<Response> =>
  sendTo(server)(path, { headers: { Cookie: ada.cookie, Origin: server.config.publicUrl } });

const createProject = (title: string): Promise<Project> => newProject(ada, { title });
const projectsOf = async (server: Backend): Promise<Project[]> => (await ask(server, '/api/user/projects')).json();

/** Puts a backup where a server looks for its data. */
async function restore(file: string, name: string): Promise<Backend> {
  const to = join(folder, name);
  await mkdir(to);
  await copyFile(file, join(to, 'storyreel.db'));
  await copyFile(join(folder, 'data', 'secret.key'), join(to, 'secret.key'));
  for (const line of (await readFile(`${file}.media.txt`, 'utf8')).trim().split('\n')) {
    const path = join('media', line.slice(0, 2), line.split(' ')[0] ?? '');
    await mkdir(dirname(join(to, path)), { recursive: true });
    await copyFile(join(folder, 'data', path), join(to, path));
  }
  return startBackend({ DATA_DIR: to });
}

test('a restored backup is the server as it was: people, projects, clips and keys', async () => {
  const project = await createProject('The Lighthouse');
  const clip = await plantClip(join(folder, 'data'), project);
  await saveKey(ada);
  const before = await projectsOf(backend);
  const backup = await backUp(environment('data'), join(folder, 'copy.db'));
  for (const path of [backup.file, backup.mediaList]) expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(backup).toMatchObject({ blobs: [{ sha256: clip.sha256, sizeBytes: clip.bytes.byteLength }], missing: [] });
  const restored = await restore(backup.file, 'restored');
  try {
    expect(await projectsOf(restored)).toEqual(before);
    const media = await ask(restored, `/api/media/${clip.sha256}`);
    expect(new Uint8Array(await media.arrayBuffer())).toEqual(clip.bytes);
    expect(await (await ask(restored, '/api/auth/user')).json()).toMatchObject({ geminiApiKey: 'demo-studio' });
  } finally {
    await restored.close();
  }
});

test('music of one’s own is part of a backup', async () => {
  const bytes = new TextEncoder().encode('the sound of the sea');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const path = join(folder, 'data', 'media', sha256.slice(0, 2), sha256);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
  const db = await openFileDatabase(`file:${join(folder, 'data', 'storyreel.db')}`);
  await db.batch(
    [
      {
        sql: `insert into own_files (user_id, sha256, kind, name, size_bytes, content_type, facts, created_at_ms)
          select id, :sha256, 'sound', 'sea.wav', :sizeBytes, 'audio/wav', '{}', 0 from users`,
        args: { sha256, sizeBytes: bytes.byteLength },
      },
    ],
    'write',
  );
  db.close();
  const { blobs, missing } = await backUp(environment('data'), join(folder, 'copy.db'));
  expect([blobs, missing]).toEqual([[{ sha256, sizeBytes: bytes.byteLength }], []]);
});

test('a backup that is made while people write is one whole state', async () => {
  let isWriting = true;
  const titles: string[] = [];
  const writing = (async () => {
    for (let n = 0; isWriting; n++) titles.push((await createProject(`Movie ${n}`)).title);
  })();
  const backup = await backUp(environment('data'), join(folder, 'copy.db'));
  isWriting = false;
  await writing;
  const copy = await openFileDatabase(`file:${backup.file}`);
  try {
    expect((await copy.execute('pragma integrity_check')).rows[0]?.['integrity_check']).toBe('ok');
    expect((await copy.execute('pragma foreign_key_check')).rows).toEqual([]);
    const kept = (await copy.execute('select title from projects')).rows.map((row) => row['title']);
    // The first so many that were written, without a gap; two of one millisecond have no order.
    expect(new Set(kept)).toEqual(new Set(titles.slice(0, kept.length)));
  } finally {
    copy.close();
  }
});

test('a backup leaves one database file and one list, and writes over nothing', async () => {
  const file = join(folder, 'copies', 'copy.db');
  await expect(backUp(environment('data'), file)).rejects.toThrow(/Couldn’t write the backup|can’t be written to/);
  await mkdir(dirname(file));
  await backUp(environment('data'), file);
  expect((await readdir(dirname(file))).toSorted()).toEqual(['copy.db', 'copy.db.media.txt']);
  await expect(backUp(environment('data'), file)).rejects.toThrow(/This file already exists/);
});

test('a backup tells which files are not there', async () => {
  const project = await createProject('The Lighthouse');
  const { sha256 } = await plantClip(join(folder, 'data'), project);
  await writeFile(join(folder, 'data', 'media', sha256.slice(0, 2), sha256), 'cut off');
  const backup = await backUp(environment('data'), join(folder, 'copy.db'));
  expect(backup.missing.map((blob) => blob.sha256)).toEqual([sha256]);
});

test('a database of the first release can be backed up before it is brought forward', async () => {
  const first = join(folder, 'first');
  await expect(backUp({ DATA_DIR: first }, join(folder, 'copy.db'))).rejects.toThrow(/has no database/);
  const db = await openFileDatabase(`file:${join(first, 'storyreel.db')}`);
  await migrate(db, 0, migrations.slice(0, 1));
  db.close();
  expect((await backUp({ DATA_DIR: first }, join(folder, 'copy.db'))).blobs).toEqual([]);
});

test('a database on another machine is not backed up from here', async () => {
  const elsewhere = { ...environment('data'), DATABASE_URL: 'https://db.example' };
  await expect(backUp(elsewhere, join(folder, 'copy.db'))).rejects.toThrow(/another machine/);
});
