/** People with a project each, and jobs of theirs, written as rows. */
import type { Db, Statement } from '#edge-api/db/client.ts';

/** @returns their ids, which are their projects' too */
export async function plantPeople(db: Db, count: number): Promise<string[]> {
  const people = Array.from({ length: count }, () => crypto.randomUUID());
  const ids = JSON.stringify(people);
  await db.batch(
    [
      {
        sql: `insert into users (id, email, created_at_ms, updated_at_ms) select value, value, 0, 0 from json_each(:ids)`,
        args: { ids },
      },
      {
        sql: `insert into projects (id, user_id, title, description, genres, target_length, model, aspect_ratio, created_at_ms, updated_at_ms)
          select value, value, 'Many', '', '["drama"]', 30, 'omni', '16:9', 0, 0 from json_each(:ids)`,
        args: { ids },
      },
    ],
    'write',
  );
  return people;
}

export type PlantedJobs = {
  userId: string;
  count: number;
  kind: 'clip' | 'breakdown';
  state: string;
  nowMs: number;
};

/** Jobs that are due at `nowMs`, clips in a line of their person. A live breakdown has a project of its own. @returns their ids in order */
export async function plantJobs(db: Db, { userId, count, kind, state, nowMs }: PlantedJobs): Promise<string[]> {
  const ids = Array.from({ length: count }, () => crypto.randomUUID());
  if (kind === 'breakdown')
    await db.execute({
      sql: `insert into projects (id, user_id, title, description, genres, target_length, model, aspect_ratio, created_at_ms, updated_at_ms)
        select value, :userId, 'Many', '', '["drama"]', 30, 'omni', '16:9', 0, 0 from json_each(:ids)`,
      args: { userId, ids: JSON.stringify(ids) },
    });
  await db.execute({
    sql: `insert into jobs (id, kind, user_id, project_id, quota_mark, state, state_since_ms, next_at_ms, created_at_ms, updated_at_ms)
      select value, :kind, :userId, case :kind when 'clip' then :userId else value end, case :kind when 'clip' then 'mark of ' || :userId end,
        :state, :nowMs, :nowMs, :nowMs, :nowMs from json_each(:ids)`,
    args: { kind, userId, state, nowMs, ids: JSON.stringify(ids) },
  });
  return ids;
}

/** Of each person two clips that are on their way for an hour, and so many that wait for these, in lines before all others. */
export async function plantFullLines(db: Db, people: readonly string[], waiting: number, nowMs: number): Promise<void> {
  const plant = (state: string, count: number, dueMs: number): Statement => ({
    sql: `with recursive n(i) as (select 1 union all select i + 1 from n where i < :count)
      insert into jobs (id, kind, user_id, project_id, quota_mark, state, state_since_ms, next_at_ms, created_at_ms, updated_at_ms)
      select value || :state || i, 'clip', value, value, '!mark of ' || value, :state, :nowMs, :dueMs, :nowMs, :nowMs
      from json_each(:ids), n`,
    args: { ids: JSON.stringify(people), state, count, dueMs, nowMs },
  });
  await db.batch([plant('running', 2, nowMs + 3_600_000), plant('queued', waiting, nowMs)], 'write');
}
