/** The download of everything that a person has. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Db } from '#edge-api/db/client.ts';
import { ownDataZip } from '#edge-api/services/own-data.ts';
import { packText } from '#edge-api/services/packed-text.ts';
import type { MediaStore } from '#edge-api/providers/media-store/port.ts';
import { readZip } from '#tests/helpers/read-zip.ts';
import { CANARY_KEY } from './battery/canary.ts';
import { newOwner, type Owner } from './battery/people.ts';
import { canExport, startTestApi, type TestApi } from './harness.ts';

let api: TestApi;
let ada: Owner;
beforeEach(async () => {
  api = await startTestApi({ deps: canExport });
  ada = await newOwner(api, 'Ada');
});
afterEach(() => api.close());

async function download(owner: Owner): Promise<Map<string, Uint8Array>> {
  const reply = await owner.user.fetch('/api/user/data');
  expect([reply.status, reply.headers.get('content-type'), reply.headers.get('cache-control')]).toEqual([
    200,
    'application/zip',
    'no-store',
  ]);
  expect(reply.headers.get('content-disposition')).toContain('filename="storyreel-data-2026-11-21.zip"');
  return readZip(new Uint8Array(await reply.arrayBuffer()));
}

const textOf = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);

test('holds every project with its text, history, and clips, the movies, and the account, and no key', async () => {
  await api.db.execute(
    `insert into spending_caps (user_id, monthly_cap_micro_usd, updated_at_ms) values ('${ada.user.id}', 20000000, 0)`,
  );
  const entries = await download(ada);
  const folder = [...entries.keys()].find((name) => textOf(entries.get(name)).includes(ada.projectId))?.split('/')[1];
  expect(
    [...entries.keys()].filter((name) => name.startsWith(`projects/${folder}/`) || !name.includes('projects/')),
  ).toEqual([
    'README.txt',
    'account.json',
    'spending.json',
    `projects/${folder}/project.json`,
    `projects/${folder}/history.json`,
    `projects/${folder}/versions/${ada.versionId}.json`,
    `projects/${folder}/clips/scene-03.mp4`,
    `files/${ada.ownFile.slice(0, 16)}-Own.jpg`,
    `exports/${ada.exportId}-movie.mp4`,
  ]);
  expect([...entries.keys()].filter((name) => name.endsWith('/project.json'))).toHaveLength(3);
  expect(JSON.parse(textOf(entries.get('account.json')))).toMatchObject({
    id: ada.user.id,
    email: `${ada.mark}@example.test`.toLowerCase(),
    firstName: ada.mark,
    monthlyCapUsd: 20,
    signIns: [{ provider: 'local' }],
    sessions: [{ device: 'Browser' }],
  });
  const kept: unknown = JSON.parse(textOf(entries.get(`projects/${folder}/project.json`)));
  expect(kept).toMatchObject({
    project: { id: ada.projectId },
    scenes: expect.arrayContaining([expect.objectContaining({ id: ada.sceneId })]),
  });
  const version: unknown = JSON.parse(textOf(entries.get(`projects/${folder}/versions/${ada.versionId}.json`)));
  expect(version).toMatchObject({ name: `${ada.mark} version`, document: { project: { title: ada.mark } } });
  const clip = new Uint8Array(await (await ada.user.fetch(`/api/media/${ada.clip.sha256}`)).arrayBuffer());
  expect(entries.get(`projects/${folder}/clips/scene-03.mp4`)).toEqual(clip);
  expect(textOf(entries.get(`exports/${ada.exportId}-movie.mp4`))).toBe(`the movie of ${ada.exportId}`);
  expect(JSON.parse(textOf(entries.get('spending.json')))).toEqual([]);
  const all = [...entries.values()].map(textOf).join('\n');
  expect([all.includes(CANARY_KEY), all.includes('••••••')]).toEqual([false, false]);
});

test('holds nothing of anybody else', async () => {
  const bob = await newOwner(api, 'Bob');
  const all = [...(await download(ada))].flatMap(([name, bytes]) => [name, textOf(bytes)]).join('\n');
  for (const secret of bob.secrets) expect(all).not.toContain(secret);
});

test('tells of attempts on more than one page of the ledger', async () => {
  await api.db.batch(
    Array.from({ length: 250 }, (_, index) => ({
      sql: `insert into ledger (id, user_id, job_id, attempt, entry, amount_micro_usd, price_list_date, created_at_ms)
        values (:id, :userId, :id, 1, 'reserve', 1000000, '2026-11-01', :at)`,
      args: { id: `entry-${index}`, userId: ada.user.id, at: 1_000 + index },
    })),
    'write',
  );
  const attempts: unknown[] = JSON.parse(textOf((await download(ada)).get('spending.json')));
  expect(attempts).toHaveLength(250);
});

test('asks for the versions of a project a few times, however many there are', async () => {
  let calls = 0;
  const counted =
    <Args extends unknown[], Answer>(call: (...args: Args) => Answer) =>
    (...args: Args): Answer => {
      calls++;
      return call(...args);
    };
  const db: Db = {
    execute: counted((statement) => api.db.execute(statement)),
    batch: counted((statements, mode) => api.db.batch(statements, mode)),
  };
  const load = async () => {
    calls = 0;
    const zip = ownDataZip({ ...api.deps, db }, ada.user.id);
    return readZip(new Uint8Array(await new Response(zip).arrayBuffer()));
  };
  await load();
  const before = calls;
  // Of random letters, which hardly get smaller: about 5 MB together.
  const letters = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(36_000))).toString('base64');
  const texts = Array.from({ length: 99 }, letters);
  for (const [index, text] of texts.entries()) {
    const document = await packText(JSON.stringify({ text }));
    await api.db.execute({
      sql: `insert into versions (project_id, id, user_id, at_ms, reason, size_bytes, created_at_ms, document)
        values (:projectId, :id, :userId, :at, 'editing', :size, :at, :document)`,
      args: {
        ...{ projectId: ada.projectId, userId: ada.user.id, id: `version ${index}`, at: 1_000 + index },
        ...{ size: document.byteLength, document },
      },
    });
  }
  const entries = await load();
  const found = [...entries].filter(([name]) => /\/versions\/version \d+\.json$/.test(name));
  expect(found.map(([, bytes]) => JSON.parse(textOf(bytes)).document.text)).toEqual(texts.toReversed());
  expect(calls - before).toBeLessThanOrEqual(3);
});

test('goes on without a file that has gone, and says so', async () => {
  await rm(join(api.folder, 'media', ada.clip.sha256.slice(0, 2), ada.clip.sha256));
  const entries = await download(ada);
  expect(textOf(entries.get('missing.txt'))).toMatch(/^projects\/\d{3}-.*\/clips\/scene-03\.mp4\n$/);
  expect(api.logLines.some((line) => line.includes('file_missing'))).toBe(true);
});

test('reads nothing ahead of who downloads, and lets go of the open file when they leave', async () => {
  const sizeBytes = 64 * 1024 * 1024;
  const pieceBytes = 64 * 1024;
  let [read, closed] = [0, 0];
  const mediaStore: MediaStore = {
    ...api.deps.mediaStore,
    read: async () =>
      new ReadableStream<Uint8Array>(
        {
          pull: (controller) => {
            read += pieceBytes;
            controller.enqueue(new Uint8Array(pieceBytes));
            if (read >= sizeBytes) controller.close();
          },
          cancel: () => void closed++,
        },
        { highWaterMark: 0 },
      ),
  };
  const reader = ownDataZip({ ...api.deps, mediaStore }, ada.user.id).getReader();
  let taken = 0;
  while (read === 0) taken += (await reader.read()).value?.byteLength ?? 0;
  for (let left = 20; left > 0; left--) taken += (await reader.read()).value?.byteLength ?? 0;
  expect(read - taken).toBeLessThan(4 * pieceBytes);
  await reader.cancel();
  expect(closed).toBe(1);
});

test('leaves nothing in the data folder', async () => {
  const before = (await readdir(api.folder, { recursive: true })).toSorted();
  await download(ada);
  expect((await readdir(api.folder, { recursive: true })).toSorted()).toEqual(before);
});
