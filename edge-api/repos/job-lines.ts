/**
 * Whose turn it is: the jobs of each kind of work stand in lines, one for each person or allowance of clips, and only the
 * heads of lines are looked at. So neither many jobs of one person nor many people make a look expensive.
 */
import { z } from 'zod';
import type { Db, ResultSet, Statement } from '#edge-api/db/client.ts';
import { parseFirst, parseRows } from '#edge-api/db/rows.ts';

/** Kinds of work that are waited for in lines; the words of the column `work`. */
export const linedWorks = ['send', 'break_down', 'prepare', 'save'] as const;
export type LinedWork = (typeof linedWorks)[number];
/** What is over or at work elsewhere, and is asked about as it falls due. */
export const workSchema = z.enum([...linedWorks, 'watch']);
export type Work = z.infer<typeof workSchema>;

const WATCHED_AT_ONCE = 4;

/** How far a look goes. */
export type Breadth = {
  /** On either side of where the last look ended. */
  lines: number;
  /** Among so many that fell due first, people take turns at being asked about. */
  watched: number;
};
/** Of one process that looks for everybody, and of what looks once a minute. */
export const WIDE: Breadth = { lines: 128, watched: 200 };
/** Of a step of one job: there are many in a second, and each has its own message. */
export const NARROW: Breadth = { lines: 4, watched: 16 };

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
function walk(work: LinedWork, isAround: boolean, count: number): string {
  const next = (from: string): string =>
    `(select min(line) from jobs where work = '${work}' and line > ${from}${isAround ? ' and line <= :after' : ''})`;
  const name = isAround ? 'around' : 'onward';
  return `${name} (line, place) as (
    select ${next(isAround ? "''" : ':after')}, ${isAround ? count : 0}
    union all select ${next(`${name}.line`)}, place + 1 from ${name}
      where ${name}.line is not null and place + 1 < ${isAround ? 2 * count : count})`;
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

/** Of `lines`, each with its first job. */
const stateOfLines = (work: LinedWork): string => `select line, place, ${takenOf(work, 'lines.line')} as taken,
    (select next_at_ms from jobs where work = '${work}' and line = lines.line and ${FREE} order by next_at_ms limit 1) as atMs
  from lines order by place`;

/** The lines after one, and around again. */
function lookAtLines(work: LinedWork, count: number, look: { after: string; nowMs: number }): Statement {
  return {
    sql: `with recursive ${walk(work, false, count)}, ${walk(work, true, count)},
        lines as (select line, place from onward where line is not null union all select line, place from around where line is not null)
      ${stateOfLines(work)}`,
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

/** How many of a line are asked about now. */
const askedAbout = (line: string): string =>
  `(select count(*) from jobs as asked where work = 'watch' and line = ${line} and ${HELD} and state <> 'submitting')`;

/** When the first falls due of those that are asked about and nobody works on. */
function lookAtWatched(count: number, nowMs: number): Statement {
  return {
    sql: `select min(atMs) as atMs from
        (select line, next_at_ms as atMs from jobs where work = 'watch' and ${FREE} order by next_at_ms limit ${count}) due
      where ${askedAbout('due.line')} < ${WATCHED_AT_ONCE}`,
    args: { nowMs },
  };
}

/** Those to ask about now that fell due first. @returns their ids */
export async function selectWatchedDue(db: Db, nowMs: number, limit: number): Promise<string[]> {
  const result = await db.execute({
    sql: `select id from jobs where work = 'watch' and next_at_ms <= :nowMs and ${FREE} order by next_at_ms limit :limit`,
    args: { nowMs, limit },
  });
  return parseRows(z.object({ id: z.string() }), result).map(({ id }) => id);
}

/** Condition of `jobs` that names those to ask about. */
export const watchedDue = ({ watched }: Breadth): string => `id in (
  select id from (
    select id, atMs, place, row_number() over (partition by line order by atMs, place) + ${askedAbout('due.line')} as turn from
      (select id, line, next_at_ms as atMs, rowid as place from jobs where work = 'watch' and next_at_ms <= :nowMs and ${FREE}
        order by next_at_ms, rowid limit ${watched}) due)
  where turn <= ${WATCHED_AT_ONCE} order by turn, atMs, place limit :limit)`;

/** The same of one job, or of a person's first. */
export const WATCHED_JOB = `id = :jobId and work = 'watch' and next_at_ms <= :nowMs and ${FREE}
  and ${askedAbout('jobs.line')} < ${WATCHED_AT_ONCE}`;
export const WATCHED_OF_PERSON = `id in (
    select id from jobs where work = 'watch' and line = :userId and next_at_ms <= :nowMs and ${FREE}
    order by next_at_ms, rowid limit 1)
  and ${askedAbout(':userId')} < ${WATCHED_AT_ONCE}`;

/** When the first lease ends: what its holder left undone falls due then. */
function lookAtLeases(nowMs: number): Statement {
  return { sql: `select min(lease_until_ms) as atMs from jobs where ${HELD}`, args: { nowMs } };
}

export type Look = { work: LinedWork; after: string };
export type SeenLines = { work: LinedWork; lines: Line[] };

/** What there is to do: the lines of some kinds of work, and when the first job falls due of those that are watched, or left. */
export async function lookAtJobs(
  db: Db,
  { looks, breadth, nowMs }: { looks: readonly Look[]; breadth: Breadth; nowMs: number },
): Promise<{ lined: SeenLines[]; watchedAtMs: number | null; leaseEndsMs: number | null }> {
  const statements = looks.map(({ work, after }) => lookAtLines(work, breadth.lines, { after, nowMs }));
  const results = await db.batch([...statements, lookAtWatched(breadth.watched, nowMs), lookAtLeases(nowMs)], 'read');
  const [watched, leases] = results.slice(looks.length);
  return {
    lined: seenLines(
      looks.map(({ work }) => work),
      results,
    ),
    watchedAtMs: momentOf(watched),
    leaseEndsMs: momentOf(leases),
  };
}

const seenLines = (works: readonly LinedWork[], results: readonly ResultSet[]): SeenLines[] =>
  works.map((work, index) => {
    const result = results[index];
    return { work, lines: result === undefined ? [] : parseRows(lineSchema, result) };
  });

const momentOf = (result: ResultSet | undefined): number | null =>
  result === undefined ? null : (parseFirst(momentSchema, result)?.atMs ?? null);

/** Whose lines are looked at. `quotaMark` is the line that clips are sent in; where it is null, those of the person's jobs. */
export type Person = { userId: string; quotaMark: string | null };

/** So many live jobs of a person tell which allowances they count against. */
const LIVE_JOBS_READ = 32;

/** What there is to do for one person, however many others there are. */
export async function lookAtPerson(
  db: Db,
  { userId, quotaMark }: Person,
  nowMs: number,
): Promise<{ lined: SeenLines[]; watchedAtMs: number | null }> {
  const marks =
    quotaMark === null
      ? `select distinct quota_mark, 0 from (
          select quota_mark from jobs where user_id = :line and work is not null limit ${LIVE_JOBS_READ})
        where quota_mark is not null`
      : 'select :line, 0';
  const statements = linedWorks.map((work) => ({
    sql: `with lines (line, place) as (${work === 'send' ? marks : 'select :line, 0'}) ${stateOfLines(work)}`,
    args: { line: work === 'send' ? (quotaMark ?? userId) : userId, nowMs },
  }));
  const watched = {
    sql: `select min(next_at_ms) as atMs from jobs where work = 'watch' and line = :userId and next_at_ms <= :nowMs and ${FREE}
      and ${askedAbout(':userId')} < ${WATCHED_AT_ONCE}`,
    args: { userId, nowMs },
  };
  const results = await db.batch([...statements, watched], 'read');
  return { lined: seenLines(linedWorks, results), watchedAtMs: momentOf(results.at(-1)) };
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
