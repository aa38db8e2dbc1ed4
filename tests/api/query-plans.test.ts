import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fullScans } from '#tests/helpers/query-plans.ts';
import { startTestApi, type TestApi } from './harness.ts';

let api: TestApi;
beforeEach(async () => {
  api = await startTestApi();
});
afterEach(() => api.close());

test.each([
  'select id from scenes where title = :title',
  'select sha256 from media where size_bytes > 1',
  'update projects set title = :title where description = :title',
  'delete from sessions where created_at_ms = :at',
  'select count(*) from users',
])('a statement that reads all of a table is found: %s', async (sql) => {
  expect(await fullScans(api.db, [sql])).toHaveLength(1);
});

test.each(['select title from projects where id = :id', 'select 1', 'insert into expectation (holds) select 1'])(
  'a statement that an index answers is not: %s',
  async (sql) => {
    expect(await fullScans(api.db, [sql])).toEqual([]);
  },
);

test('every file of SQL is under this watch: no repository speaks to the database in another way', async () => {
  const folder = join(import.meta.dirname, '../../edge-api');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const speaking: string[] = [];
  for (const entry of entries) {
    if (!entry.isFile() || !entry.name.endsWith('.ts')) continue;
    const path = join(entry.parentPath, entry.name);
    if (/\bcreateClient\(|\bnew Database\(/.test(await readFile(path, 'utf8')))
      speaking.push(path.slice(folder.length + 1));
  }
  expect(speaking.toSorted()).toEqual(['db/open-file.ts', 'db/open-remote.ts']);
});
