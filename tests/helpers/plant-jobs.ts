/** People with a project each, and jobs of theirs, written as rows. */
import type { Db } from '#edge-api/db/client.ts';

/** @returns their ids, which are their projects' too */
export async function plantPeople(db: Db, count: number): Promise<string[]> {
  const people = Array.from({ length: count }, () => crypto.randomUUID());
  for (const id of people)
    await db.batch(
      [
        {
          sql: 'insert into users (id, email, created_at_ms, updated_at_ms) values (:id, :id, 0, 0)',
          args: { id },
        },
        {
          sql: `insert into projects (id, user_id, title, description, genres, target_length, model, aspect_ratio, created_at_ms, updated_at_ms)
            values (:id, :id, 'Many', '', '["drama"]', 30, 'omni', '16:9', 0, 0)`,
          args: { id },
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
