/**
 * Which jobs are worked on next. Each kind of work has places of its own, so that waiting for one upstream keeps nobody
 * from another, and within a kind people take turns.
 */
import type { Db } from '#edge-api/db/client.ts';
import {
  bringNearer,
  countWatchedDue,
  isDue,
  linedWorks,
  LINES_A_LOOK,
  lookAtJobs,
  nextOfLine,
  type Line,
  type LinedWork,
  type Work,
} from '#edge-api/repos/job-lines.ts';
import { claimHeads, claimWatched, parseClaimed, type ClaimedJob } from '#edge-api/repos/jobs.ts';
import type { AtOnce } from '#edge-api/services/at-once.ts';
import type { Claimed } from './work-loop.ts';

/** How many jobs of each kind of work a process works on at once, across all people. */
export type Places = Record<Work, number>;

/** Most of it is waiting for upstream; saving is disk, network and, for pictures, ffmpeg. */
export const NODE_PLACES: Places = { send: 24, break_down: 32, prepare: 4, save: 6, watch: 12 };
const ONE_OF_EACH: Places = { send: 1, break_down: 1, prepare: 1, save: 1, watch: 1 };

/** Clocks that are kept right by small steps are left alone. */
const CLOCK_STEP_MS = 1_000;
/** With more lines than so many looks go through, the next look goes on where these ended. */
const LOOKS_A_CLAIM = 16;

type Look = { work: LinedWork; limit: number; atOnce: number; lines: Line[] };
/** What a look at the jobs found, of the kinds of work with room for more. */
type Sight = {
  nowMs: number;
  lined: Look[];
  watched: { limit: number; atMs: number | null };
  leaseEndsMs: number | null;
};

/** Getting ready and saving is work of this machine. */
const STEPS_AT_ONCE = 2;

/** How many jobs of one line are worked on at once, over all processes. */
const lineLimits = ({ clips, aiCalls }: AtOnce): Record<LinedWork, number> => ({
  send: clips,
  break_down: aiCalls,
  prepare: STEPS_AT_ONCE,
  save: STEPS_AT_ONCE,
});

export type TurnDeps = { db: Db; now(): number; leaseBy: string; places: Places; atOncePerPerson: AtOnce };
/** The line of each kind of work that was served last; a look begins behind it. */
export type Served = Map<LinedWork, string>;
/** What takes of what was seen, as far as nobody else has meanwhile. */
type Take = (deps: TurnDeps, sight: Sight) => Promise<ClaimedJob[]>;

/** Answers what claims the jobs whose turn it is, beside those that are worked on. */
export function takeTurns(deps: TurnDeps): (inFlight: readonly ClaimedJob[]) => Promise<Claimed<ClaimedJob>> {
  const served: Served = new Map();
  const clock = watchClock(deps);
  return async (inFlight) => {
    await clock();
    return lookAndTake(deps, { room: roomBeside(inFlight, deps.places), served, take: claimSeen });
  };
}

/**
 * Claims the one job whose turn it is: of all kinds of work, that which has been due the longest.
 * @param served where the last turn ended; a turn that claims something moves it on
 * @returns null when nothing can be claimed now
 */
export async function takeOneTurn(deps: Omit<TurnDeps, 'places'>, served: Served): Promise<ClaimedJob | null> {
  const oneOfEach = { ...deps, places: ONE_OF_EACH };
  const { pieces } = await lookAndTake(oneOfEach, { room: ONE_OF_EACH, served, take: claimOldest });
  return pieces[0] ?? null;
}

/** What a look takes that claims nothing. */
type LookDeps = Pick<TurnDeps, 'db' | 'now' | 'atOncePerPerson'>;

/** How many jobs could be claimed now, as far as one look sees: at most one of each line, and so many of the watched. */
export async function countDue(deps: LookDeps, served: Served): Promise<number> {
  const sight = await look(deps, ONE_OF_EACH, served);
  const inLines = sight.lined.reduce((sum, seen) => sum + dueLines(seen, sight.nowMs).length, 0);
  return inLines + (isWatchedDue(sight) ? await countWatchedDue(deps.db, sight.nowMs) : 0);
}

/**
 * Since when somebody should have come: for a job that is asked about, or for the head of a line of which nothing is worked
 * on. Who has more in line than may run at once waits for their own jobs, so these don't count.
 * @returns null when nothing waits for anybody
 */
export async function waitsSince(deps: LookDeps): Promise<number | null> {
  const [served, seen]: [Served, Set<string>] = [new Map(), new Set()];
  const moments: number[] = [];
  for (let looks = 1; ; looks++) {
    const sight = await look(deps, ONE_OF_EACH, served);
    for (const { lines, ...kind } of sight.lined)
      moments.push(dueSince({ ...kind, lines: lines.filter(({ taken }) => taken === 0) }, sight.nowMs) ?? Infinity);
    if (isWatchedDue(sight)) moments.push(sight.watched.atMs ?? Infinity);
    if (looks >= LOOKS_A_CLAIM || !goOn(served, sight, seen)) break;
  }
  const since = Math.min(...moments);
  return since === Infinity ? null : since;
}

type Looking = { room: Places; served: Served; take: Take };

async function lookAndTake(deps: TurnDeps, { room, served, take }: Looking): Promise<Claimed<ClaimedJob>> {
  const seen = new Set<string>();
  for (let looks = 1; ; looks++) {
    const sight = await look(deps, room, served);
    const pieces = await take(deps, sight);
    if (pieces.length > 0) noteServed(served, sight, pieces);
    else if (looks < LOOKS_A_CLAIM && goOn(served, sight, seen)) continue;
    return { pieces, nextMs: pieces.length > 0 ? null : nextOf(sight) };
  }
}

/** Answers what notices between two claims that the clock was set back, so that no job waits until it has caught up. */
function watchClock({ db, now }: TurnDeps): () => Promise<void> {
  let lastMs = now();
  return async () => {
    const nowMs = now();
    const byMs = lastMs - nowMs;
    lastMs = nowMs;
    if (byMs > CLOCK_STEP_MS) await db.batch(bringNearer({ nowMs, byMs }), 'write');
  };
}

function roomBeside(inFlight: readonly ClaimedJob[], places: Places): Places {
  const room = { ...places };
  for (const { work } of inFlight) room[work]--;
  return room;
}

async function look({ db, now, atOncePerPerson }: LookDeps, room: Places, served: Served): Promise<Sight> {
  const nowMs = now();
  const limits = lineLimits(atOncePerPerson);
  const works = linedWorks.filter((work) => room[work] > 0);
  const seen = await lookAtJobs(
    db,
    works.map((work) => ({ work, after: served.get(work) ?? '' })),
    nowMs,
  );
  return {
    nowMs,
    lined: seen.lined.map(({ work, lines }) => ({ work, lines, limit: room[work], atOnce: limits[work] })),
    watched: { limit: room.watch, atMs: room.watch > 0 ? seen.watchedAtMs : null },
    leaseEndsMs: seen.leaseEndsMs,
  };
}

async function claimSeen({ db, leaseBy }: TurnDeps, sight: Sight): Promise<ClaimedJob[]> {
  const { nowMs, lined, watched } = sight;
  const claims = lined.flatMap((seen) => {
    const { work, limit, atOnce } = seen;
    const lines = dueLines(seen, nowMs);
    return lines.length === 0 ? [] : [claimHeads({ work, lines, atOnce }, { leaseBy, nowMs, limit })];
  });
  if (isWatchedDue(sight)) claims.push(claimWatched({ leaseBy, nowMs, limit: watched.limit }));
  if (claims.length === 0) return [];
  return (await db.batch(claims, 'write')).flatMap(parseClaimed);
}

/** Takes one job of the kind that has been due the longest, or of the next if others were quicker. */
async function claimOldest(deps: TurnDeps, sight: Sight): Promise<ClaimedJob[]> {
  const nothing = { limit: 0, atMs: null };
  const kinds = [
    ...sight.lined.map((seen) => ({ atMs: dueSince(seen, sight.nowMs), lined: [seen], watched: nothing })),
    { atMs: isWatchedDue(sight) ? sight.watched.atMs : null, lined: [], watched: sight.watched },
  ];
  const due = kinds.flatMap(({ atMs, ...kind }) => (atMs === null ? [] : [{ ...sight, ...kind, atMs }]));
  for (const kind of due.toSorted((one, other) => one.atMs - other.atMs)) {
    const pieces = await claimSeen(deps, kind);
    if (pieces.length > 0) return pieces;
  }
  return [];
}

function dueLines({ lines, atOnce }: Look, nowMs: number): string[] {
  return lines.filter((line) => isDue(line, atOnce, nowMs)).map(({ line }) => line);
}

function dueSince({ lines, atOnce }: Look, nowMs: number): number | null {
  const moments = lines.flatMap((line) => (isDue(line, atOnce, nowMs) && line.atMs !== null ? [line.atMs] : []));
  return moments.length === 0 ? null : Math.min(...moments);
}

function isWatchedDue({ watched, nowMs }: Sight): boolean {
  return watched.atMs !== null && watched.atMs <= nowMs;
}

function noteServed(served: Served, { lined }: Sight, pieces: readonly ClaimedJob[]): void {
  for (const { work, lines } of lined) {
    const last = lines.findLast(({ line }) => pieces.some((piece) => piece.work === work && piece.line === line));
    if (last !== undefined) served.set(work, last.line);
  }
}

/** Goes on behind what was seen where there are more lines than one look goes through. @returns whether there may be new ones */
function goOn(served: Served, { lined }: Sight, seen: Set<string>): boolean {
  let isNew = false;
  for (const { work, lines } of lined) {
    const last = lines.findLast(({ place }) => place < LINES_A_LOOK) ?? lines.at(-1);
    if (last === undefined || lines.length < LINES_A_LOOK) continue;
    served.set(work, last.line);
    for (const { line } of lines) {
      const name = `${work} ${line}`;
      isNew ||= !seen.has(name);
      seen.add(name);
    }
  }
  return isNew;
}

function nextOf({ lined, watched, leaseEndsMs }: Sight): number | null {
  const moments = [
    watched.atMs,
    leaseEndsMs,
    ...lined.flatMap(({ lines, atOnce }) => lines.map((line) => nextOfLine(line, atOnce))),
  ];
  const known = moments.filter((moment) => moment !== null);
  return known.length === 0 ? null : Math.min(...known);
}
