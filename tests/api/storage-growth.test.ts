/** What a person's changes add to the database. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'libsql';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openFileDatabase } from '#edge-api/db/open-file.ts';
import { shrinkDatabase } from '#edge-api/node/shrink-database.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { limits } from '#shared/limits.ts';
import { startTestApi, type TestApi, type TestUser } from './harness.ts';
import { newProject } from './new-project.ts';

/** 0.38 MB of requests. */
const REORDERS = 20;

/** Words that nothing compresses well. */
const noise = (length: number): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(length)))
    .toString('base64')
    .slice(0, length);
const overlay = { color: '#FFFFFF', position: 'center', fontSize: 32, startTime: 0, endTime: 4 } as const;

let api: TestApi;
let ada: TestUser;
let project: Project;
let ids: string[];
beforeEach(async () => {
  api = await startTestApi();
  ada = await api.as('Ada');
  project = await newProject(ada);
  const overlays = Array.from({ length: limits.overlaysPerScene }, () => ({
    ...overlay,
    text: noise(limits.overlayTextLength),
  }));
  for (let n = 0; n < limits.scenesPerProject; n++) {
    const json = { title: `Scene ${n}`, description: 'Short.', duration: 4 };
    await ada.json(`/api/projects/${project.id}/scenes`, { method: 'POST', json });
  }
  // As long as they may be. Written here directly: it would be megabytes of calls.
  await api.db.execute({
    sql: `update scenes set description = hex(randomblob(:half)), text_overlays = :overlays`,
    args: { half: limits.descriptionLength / 2, overlays: JSON.stringify(overlays) },
  });
  ids = (await ada.json<Scene[]>(`/api/projects/${project.id}/scenes`)).map(({ id }) => id);
}, 60_000);
afterEach(() => api.close());

const order = () => ({
  scenes: ids.map((id, index) => ({
    id,
    sceneNumber: index + 1,
    isExtension: false,
    parentSceneId: null,
    extensionIndex: null,
  })),
});
const reorder = (key: string): Promise<Response> =>
  ada.fetch(`/api/projects/${project.id}/reorder-scenes`, {
    method: 'POST',
    headers: { 'Idempotency-Key': key },
    json: order(),
  });

/** Bytes of the database file, with all that was written ahead in it. */
async function fileBytes(): Promise<number> {
  await api.db.execute('pragma wal_checkpoint(truncate)');
  return (await stat(join(api.folder, 'storyreel.db'))).size;
}

test('many reorders of a long movie add little, and each is answered again as it was', async () => {
  const before = await fileBytes();
  let sentBytes = 0;
  let last: unknown = null;
  for (let n = 0; n < REORDERS; n++) {
    ids.reverse();
    sentBytes += JSON.stringify(order()).length;
    const reply = await reorder(`reorder-${n}`);
    expect(reply.status).toBe(200);
    last = await reply.json();
  }
  const grownBytes = (await fileBytes()) - before;
  console.info(
    `${(sentBytes / 1e6).toFixed(2)} MB of reorders grew the database by ${(grownBytes / 1e6).toFixed(2)} MB`,
  );
  // The project's history has each order, before and after.
  expect(grownBytes).toBeLessThan(3 * sentBytes);
  expect(await (await reorder(`reorder-${REORDERS - 1}`)).json()).toEqual(last);
}, 60_000);

const FILL = `with recursive n (i) as (select 1 union all select i + 1 from n where i < 20000)
  insert into filling select randomblob(1000) from n`;

test.each(['a new file', 'a file of an earlier release'])('%s shrinks when what was in it is deleted', async (kind) => {
  const path = join(api.folder, 'shrinking.db');
  if (kind !== 'a new file') {
    const earlier = new Database(path);
    earlier.exec('pragma journal_mode = wal; create table old (x)');
    earlier.close();
  }
  const db = await openFileDatabase(`file:${path}`);
  expect(db.makeShrinkable()).toBe(kind !== 'a new file');
  await db.execute('create table filling (x)');
  await db.execute(FILL);
  const size = async (): Promise<number> => {
    await db.execute('pragma wal_checkpoint(truncate)');
    return (await stat(path)).size;
  };
  const full = await size();
  await db.execute('delete from filling');
  await shrinkDatabase(db);
  const after = await size();
  console.info(`${kind}: ${(full / 1e6).toFixed(1)} MB, then ${(after / 1e6).toFixed(1)} MB`);
  expect(full).toBeGreaterThan(20e6);
  expect(after).toBeLessThan(2e6);
  expect((await db.execute('pragma integrity_check')).rows).toEqual([{ integrity_check: 'ok' }]);
  expect(db.makeShrinkable()).toBe(false);
  db.close();
});
