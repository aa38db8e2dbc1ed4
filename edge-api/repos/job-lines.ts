/**
 * Whose turn it is: the jobs of each kind of work stand in lines, one for each person or allowance of clips, and only the
 * heads of lines are looked at. So neither many jobs of one person nor many people make a look expensive.
 */
import { z } from 'zod';
import type { Db, Statement } from '#edge-api/db/client.ts';
import { parseFirst, parseRows } from '#edge-api/db/rows.ts';

/** Kinds of work that are waited for in lines; the words of the column `work`. */
export const linedWorks = ['send', 'break_down', 'prepare', 'save'] as const;
export type LinedWork = (typeof linedWorks)[number];
/** What is over or at work elsewhere, and is asked about as it falls due. */
export const workSchema = z.enum([...linedWorks, 'watch']);
export type Work = z.infer<typeof workSchema>;

const WATCHED_AT_ONCE = 4;
/** Lines that one look goes through on either side of where the last one ended. */
export const LINES_A_LOOK = 128;
/** Among so many that fell due first, people take turns at being asked about. */
const WATCHED_A_LOOK = 200;

/**
 * A lease outlasts the longest thing that is done under it, or slow work would be taken for a crash: a submit of 60 s, or
 * of 15 min where it blocks, a breakdown of 150 s. Others are renewed.
 */
export const LEASE_MS = { clip: 90_000, blockingClip: 16 * 60_000, breakdown: 180_000, short: 45_000 } as const;

/** Longer than any lease, also where the clock of who took it is ahead of ours. */
const BEYOND_LEASES_MS = LEASE_MS.blockingClip + 60_000;

/** Nobody's lease. One that ends beyond all leases was taken before the clock was set back. */
const FREE = `(lease_until_ms <= :nowMs or lease_until_ms > :nowMs + ${BEYOND_LEASES_MS})`;
/** Word for word the condition of the index `jobs_leased`, and that the lease still holds. */
const HELD = `lease_until_ms > 0 and not ${FREE}`;

/** How many jobs of a line are worked on. */
function takenOf(work: LinedWork, line: string): string {
  const leased = `(select count(*) from jobs where work = '${work}' and line = ${line} and ${HELD})`;
  if (work !== 'send') return leased;
  const atWork = `quota_mark = ${line} and kind = 'clip' and state in ('submitting', 'running')`;
  return `${leased} + (select count(*) from jobs where ${atWork})`;
}

/** The lines of a kind of work from the one after `:after`, to the last or (`isAround`) from the first to it again. */
function walk(work: LinedWork, isAround: boolean): string {
  const next = (from: string): string =>
    `(select min(line) from jobs where work = '${work}' and line > ${from}${isAround ? ' and line <= :after' : ''})`;
  const name = isAround ? 'around' : 'onward';
  return `${name} (line, place) as (
    select ${next(isAround ? "''" : ':after')}, ${isAround ? LINES_A_LOOK : 0}
    union all select ${next(`${name}.line`)}, place + 1 from ${name}
      where ${name}.line is not null and place + 1 < ${isAround ? 2 * LINES_A_LOOK : LINES_A_LOOK})`;
}

const lineSchema = z.object({
  line: z.string(),
  place: z.number().int(),
  taken: z.number().int(),
  /** When the first that nobody works on falls due. */
  atMs: z.number().int().nullable(),
});
export type Line = z.infer<typeof lineSchema>;

/** @param atOnce how many jobs of the line may be worked on at once, over all processes */
export function isDue({ taken, atMs }: Line, atOnce: number, nowMs: number): boolean {
  return taken < atOnce && atMs !== null && atMs <= nowMs;
}

/** When a job of the line can be claimed next, as far as its line has room; null when none can. */
export function nextOfLine({ taken, atMs }: Line, atOnce: number): number | null {
  return taken < atOnce ? atMs : null;
}

const momentSchema = z.object({ atMs: z.number().int().nullable() });

/** The lines after one, each with its first job, and around again. */
function lookAtLines(work: LinedWork, look: { after: string; nowMs: number }): Statement {
  return {
    sql: `with recursive ${walk(work, false)}, ${walk(work, true)},
        lines as (select line, place from onward where line is not null union all select line, place from around where line is not null)
      select line, place, ${takenOf(work, 'lines.line')} as taken,
        (select next_at_ms from jobs where work = '${work}' and line = lines.line and ${FREE} order by next_at_ms limit 1) as atMs
      from lines order by place`,
    args: look,
  };
}

/** Condition of `jobs` that names the heads of some lines as long as there is room: first one of each line, then the next. */
export function headsOf(work: LinedWork, atOnce: number): string {
  const head = (offset: number): string => `(select id from jobs where work = '${work}' and line = lines.line
    and next_at_ms <= :nowMs and ${FREE} order by next_at_ms, rowid limit 1 offset ${offset})`;
  const heads = Array.from(
    { length: atOnce },
    (_, offset) => `select ${head(offset)} as id, taken + ${offset} as turn, place from lines
      where taken + ${offset} < ${atOnce}`,
  );
  return `id in (
    with lines as materialized (select value as line, key as place, ${takenOf(work, 'value')} as taken from json_each(:lines)),
      heads as (${heads.join(' union all ')})
    select id from heads where id is not null order by turn, place limit :limit)`;
}

const ASKED_ABOUT = `(select count(*) from jobs where work = 'watch' and line = due.line and ${HELD} and state <> 'submitting')`;

/** When the first falls due of those that are asked about and nobody works on. */
function lookAtWatched(nowMs: number): Statement {
  return {
    sql: `select min(atMs) as atMs from
        (select line, next_at_ms as atMs from jobs where work = 'watch' and ${FREE} order by next_at_ms limit ${WATCHED_A_LOOK}) due
      where ${ASKED_ABOUT} < ${WATCHED_AT_ONCE}`,
    args: { nowMs },
  };
}

const WATCHED_COUNTED = 100;

/** How many are to be asked about now, counted up to a hundred. */
export async function countWatchedDue(db: Db, nowMs: number): Promise<number> {
  const result = await db.execute({
    sql: `select count(*) as due from
      (select 1 from jobs where work = 'watch' and next_at_ms <= :nowMs and ${FREE} limit ${WATCHED_COUNTED})`,
    args: { nowMs },
  });
  return Number(result.rows[0]?.['due'] ?? 0);
}

/** Condition of `jobs` that names those to ask about. */
export const WATCHED_DUE = `id in (
  select id from (
    select id, atMs, place, row_number() over (partition by line order by atMs, place) + ${ASKED_ABOUT} as turn from
      (select id, line, next_at_ms as atMs, rowid as place from jobs where work = 'watch' and next_at_ms <= :nowMs and ${FREE}
        order by next_at_ms, rowid limit ${WATCHED_A_LOOK}) due)
  where turn <= ${WATCHED_AT_ONCE} order by turn, atMs, place limit :limit)`;

/** When the first lease ends: what its holder left undone falls due then. */
function lookAtLeases(nowMs: number): Statement {
  return { sql: `select min(lease_until_ms) as atMs from jobs where ${HELD}`, args: { nowMs } };
}

export type Look = { work: LinedWork; after: string };
export type SeenLines = { work: LinedWork; lines: Line[] };

/** What there is to do: the lines of some kinds of work, and when the first job falls due of those that are watched, or left. */
export async function lookAtJobs(
  db: Db,
  looks: readonly Look[],
  nowMs: number,
): Promise<{ lined: SeenLines[]; watchedAtMs: number | null; leaseEndsMs: number | null }> {
  const statements = looks.map(({ work, after }) => lookAtLines(work, { after, nowMs }));
  const results = await db.batch([...statements, lookAtWatched(nowMs), lookAtLeases(nowMs)], 'read');
  const moment = (index: number): number | null => {
    const result = results[index];
    return result === undefined ? null : (parseFirst(momentSchema, result)?.atMs ?? null);
  };
  return {
    lined: looks.map(({ work }, index) => {
      const result = results[index];
      return { work, lines: result === undefined ? [] : parseRows(lineSchema, result) };
    }),
    watchedAtMs: moment(looks.length),
    leaseEndsMs: moment(looks.length + 1),
  };
}

/**
 * Brings nearer what was to fall due at a time by a clock that was set back since. It touches only what would wait, and
 * where two processes do it, that falls due early, which does no harm.
 */
export function bringNearer(back: { nowMs: number; byMs: number }): Statement[] {
  return changeLater('next_at_ms = max(:nowMs, next_at_ms - :byMs)', 'true', back);
}

/**
 * The same for a clock that was set back while nobody looked: every row that was written by a later clock than this is
 * brought nearer by how much later.
 */
export function bringFromFuture(nowMs: number): Statement[] {
  const changes = `next_at_ms = max(:nowMs, next_at_ms - (updated_at_ms - :nowMs)), updated_at_ms = :nowMs,
    state_since_ms = min(state_since_ms, :nowMs)`;
  return changeLater(changes, 'updated_at_ms > :nowMs', { nowMs });
}

/** Changes the jobs that fall due later than now, by index. */
function changeLater(changes: string, condition: string, args: { nowMs: number; byMs?: number }): Statement[] {
  const change = `update jobs set ${changes}`;
  const lined = linedWorks.map((work) => ({
    sql: `${change} where id in (
      with recursive lines (line) as (
        select min(line) from jobs where work = '${work}'
        union all select (select min(line) from jobs where work = '${work}' and line > lines.line) from lines where line is not null)
      select jobs.id from lines join jobs on jobs.work = '${work}' and jobs.line = lines.line and jobs.next_at_ms > :nowMs and ${condition})`,
    args,
  }));
  return [...lined, { sql: `${change} where work = 'watch' and next_at_ms > :nowMs and ${condition}`, args }];
}
