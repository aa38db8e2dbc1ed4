/** What is old goes in small steps: while a step runs, nobody else is answered. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Db, ResultSet } from '#edge-api/db/client.ts';
import type { MediaStore } from '#edge-api/providers/media-store/port.ts';
import { EDGE_TIDY_CALLS } from '#edge-api/edge.ts';
import { tidyUp } from '#edge-api/services/housekeeping.ts';
import type { Project } from '#shared/entities/project.ts';
import { startTestApi, type TestApi, type TestUser } from './harness.ts';
import { newProject } from './new-project.ts';

let api: TestApi;
let ada: TestUser;
let project: Project;
beforeEach(async () => {
  api = await startTestApi();
  ada = await api.as('Ada');
  project = await newProject(ada);
});
afterEach(() => api.close());

const NUMBERS = 'with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 2500)';

/** Of which nothing is left; of the others, what lives. */
const EMPTIED = new Set(['applied_ops', 'claimed_ops', 'blob_holds', 'dead_turns', 'versions', 'scenes']);

async function plantOldRows(): Promise<void> {
  const planted = [
    `insert into applied_ops (user_id, op_key, request_hash, reply, created_at_ms)
      select :userId, 'old ' || n, '', 'null', 1 from numbers`,
    `insert into sessions (token_hash, id, user_id, created_at_ms, expires_at_ms)
      select 'old ' || n, 'old ' || n, :userId, 0, 1 from numbers`,
    `insert into claimed_ops (user_id, op_key, claim_id, request_hash, until_ms)
      select :userId, 'old ' || n, '', '', 1 from numbers`,
    `insert into blob_holds (sha256, until_ms) select 'old ' || n, 1 from numbers`,
    `insert into dead_turns (id, job_id, created_at_ms) select 'old ' || n, null, 1 from numbers`,
    `insert into history (project_id, place, id, kind, at_ms) select :projectId, -n, 'old ' || n, 'edit-project', 1 from numbers`,
    `insert into versions (project_id, id, user_id, at_ms, reason, size_bytes, created_at_ms, document)
      select :projectId, 'old ' || n, :userId, 1, 'editing', 1, 1, x'00' from numbers`,
    `insert into scenes (id, project_id, user_id, scene_number, title, description, prompt, resolution, duration, metadata,
        created_at_ms, updated_at_ms, deleted_at_ms)
      select 'old ' || n, :projectId, :userId, n, 'Old', '', '', '720p', 4, '{}', 1, 1, 1 from numbers`,
    `insert into projects (id, user_id, title, description, genres, target_length, model, aspect_ratio, created_at_ms, updated_at_ms,
        deleted_at_ms)
      select 'old ' || n, :userId, 'Old', '', '[]', 30, 'omni', '16:9', 1, 1, 1 from numbers where n <= 20`,
  ];
  for (const sql of planted) {
    const args = { userId: ada.id, projectId: project.id };
    const named = Object.fromEntries(Object.entries(args).filter(([name]) => sql.includes(`:${name}`)));
    await api.db.execute({ sql: `${NUMBERS} ${sql}`, args: named });
  }
}

test('many rows of one person, all of them', async () => {
  await plantOldRows();
  const removed: number[] = [];
  const note = (result: ResultSet): ResultSet => {
    removed.push(result.rowsAffected);
    return result;
  };
  const db: Db = {
    execute: async (statement) => note(await api.db.execute(statement)),
    batch: async (statements, mode) => (await api.db.batch(statements, mode)).map(note),
  };
  await tidyUp({ ...api.deps, db });
  expect(Math.max(...removed)).toBeLessThanOrEqual(1_000);
  for (const table of [
    'applied_ops',
    'sessions',
    'claimed_ops',
    'blob_holds',
    'dead_turns',
    'history',
    'versions',
    'scenes',
    'projects',
  ]) {
    const { rows } = await api.db.execute(`select * from ${table} limit 3000`);
    // The project that lives, that it was made, and Ada's session.
    expect(rows).toHaveLength(EMPTIED.has(table) ? 0 : 1);
  }
});

test('keeps to the calls that it was given, whatever there is to do, and gets through all of it by and by', async () => {
  await plantOldRows();
  // Files that rows name, files that lost theirs, files that nothing names, and people who are leaving.
  const nameOf = (kind: number, n: number): string => `${kind}${n.toString(16).padStart(63, '0')}`;
  const files = new Set<string>();
  for (let n = 0; n < 20_000; n++) files.add(nameOf(n % 4, n));
  const pages = (kind: number, sql: string) =>
    api.db.execute({
      sql: `with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n < 19999)
        ${sql} from numbers where n % 4 = ${kind}`,
    });
  const name = (kind: number): string => `'${kind}' || printf('%063x', n)`;
  await pages(
    0,
    `insert into media (sha256, size_bytes, content_type, facts, created_at_ms, holders) select ${name(0)}, 1, 'video/mp4', '{}', 1, 1`,
  );
  await pages(
    1,
    `insert into media (sha256, size_bytes, content_type, facts, created_at_ms, holders) select ${name(1)}, 1, 'video/mp4', '{}', 1, 0`,
  );
  await pages(2, `insert into dropped_files (sha256, after_ms) select ${name(2)}, 1`);
  let calls = 0;
  const counted = countedStore(files, () => (calls += 1));
  const db: Db = {
    execute: (statement) => ((calls += 1), api.db.execute(statement)),
    batch: (statements, mode) => ((calls += 1), api.db.batch(statements, mode)),
  };
  const runs: number[] = [];
  while (runs.length < 50) {
    calls = 0;
    await tidyUp({ ...api.deps, db, mediaStore: counted }, 400);
    runs.push(calls);
    if ([...files].every((file) => file.startsWith('0'))) break;
  }
  // Of each part its last step may go on.
  expect(Math.max(...runs)).toBeLessThan(450);
  expect(files.size).toBe(5_000);
  expect(runs.length).toBeGreaterThan(1);
  calls = 0;
  await tidyUp({ ...api.deps, db, mediaStore: counted }, EDGE_TIDY_CALLS);
  expect(calls).toBeLessThan(EDGE_TIDY_CALLS / 4);
  expect(api.logLines.join('\n')).not.toContain('files_missing');
});

function countedStore(files: Set<string>, count: () => void): MediaStore {
  return {
    ...api.deps.mediaStore,
    size: async (sha256) => (count(), files.has(sha256) ? 1 : null),
    list: async (after, limit) => {
      count();
      const names = [...files].filter((file) => file > after).toSorted();
      const blobs = names.slice(0, limit).map((sha256) => ({ sha256, storedAtMs: 0 }));
      return { blobs, next: names.length > limit ? (blobs.at(-1)?.sha256 ?? null) : null };
    },
    remove: async (sha256s) => {
      count();
      for (const sha256 of sha256s) files.delete(sha256);
    },
    removeUnfinished: async () => (count(), 0),
  };
}
