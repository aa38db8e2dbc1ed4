/**
 * Which jobs are worked on next. Each kind of work has places of its own, so that waiting for one upstream keeps nobody
 * from another, and within a kind people take turns.
 */
import type { Db, Statement } from '#edge-api/db/client.ts';
import {
  bringNearer,
  isDue,
  linedWorks,
  lookAtJobs,
  lookAtPerson,
  NARROW,
  nextOfLine,
  selectWatchedDue,
  WIDE,
  type Breadth,
  type Line,
  type LinedWork,
  type Person,
  type SeenLines,
  type Work,
} from '#edge-api/repos/job-lines.ts';
import {
  claimHeads,
  claimWatched,
  claimWatchedJob,
  claimWatchedOf,
  parseClaimed,
  readStanding,
  type Claim,
  type ClaimedJob,
} from '#edge-api/repos/jobs.ts';
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
/** Of one that is sent for nobody in particular. */
const LOOKS_A_TURN = 4;
/** Of those that are asked about, a count goes so far. */
const WATCHED_COUNTED = 100;

type Look = { work: LinedWork; limit: number; atOnce: number; lines: Line[] };
/** What a look at the jobs found, of the kinds of work with room for more. */
type Sight = {
  nowMs: number;
  lined: Look[];
  watched: { limit: number; atMs: number | null; claim(claim: Claim): Statement };
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
    return lookAndTake(deps, {
      room: roomBeside(inFlight, deps.places),
      served,
      take: claimSeen,
      breadth: WIDE,
      looks: LOOKS_A_CLAIM,
    });
  };
}

/** What a turn was sent for. */
export type SentFor = { jobId: string | null; of?: Person | undefined };

/**
 * Claims one job: that which the turn was sent for, or what has been due the longest of the same person. So it reads as
 * much with a million people as with one. A turn for nobody in particular looks a little around.
 * @returns null when nothing of theirs can be claimed now
 */
export async function takeOneTurn(deps: Omit<TurnDeps, 'places'>, { jobId, of }: SentFor): Promise<ClaimedJob | null> {
  const oneOfEach = { ...deps, places: ONE_OF_EACH };
  if (jobId !== null) {
    // Most turns ask about a clip that is on its way.
    const watched = await deps.db.execute(claimWatchedJob(jobId, { leaseBy: deps.leaseBy, nowMs: deps.now() }));
    const [job] = parseClaimed(watched);
    if (job !== undefined) return job;
  }
  const person = of ?? (jobId === null ? undefined : await readStanding(deps.db, jobId));
  if (person === null) return null;
  if (person !== undefined) return (await claimOldest(oneOfEach, await lookFor(deps, person)))[0] ?? null;
  const around = { room: ONE_OF_EACH, served: new Map(), take: claimOldest, breadth: NARROW, looks: LOOKS_A_TURN };
  return (await lookAndTake(oneOfEach, around)).pieces[0] ?? null;
}

/** What a look takes that claims nothing. */
type LookDeps = Pick<TurnDeps, 'db' | 'now' | 'atOncePerPerson'>;

/** Whether a job of a person could be claimed now. */
export async function isAnyDue(deps: LookDeps, person: Person): Promise<boolean> {
  const sight = await lookFor(deps, person);
  return isWatchedDue(sight) || sight.lined.some((seen) => dueLines(seen, sight.nowMs).length > 0);
}

export type Waiting = {
  /** Lines with a job that could be claimed now. */
  lines: { work: LinedWork; line: string }[];
  /** Jobs to be asked about, by their ids, as far as they are counted. */
  watched: string[];
  /**
   * Since when somebody should have come: for a job that is asked about, or for the head of a line of which nothing is worked
   * on. Who has more in line than may run at once waits for their own jobs, so these don't count. Null when nothing waits.
   */
  sinceMs: number | null;
};

/** What could be claimed now, in as many lines as some looks go through. */
export async function readWaiting(deps: LookDeps): Promise<Waiting> {
  const [served, seen]: [Served, Set<string>] = [new Map(), new Set()];
  const lines = new Map<string, Waiting['lines'][number]>();
  const moments: number[] = [];
  let isAskedLate = false;
  for (let looks = 1; ; looks++) {
    const sight = await look(deps, { room: ONE_OF_EACH, served, breadth: WIDE });
    for (const kind of sight.lined) {
      for (const line of dueLines(kind, sight.nowMs)) lines.set(`${kind.work} ${line}`, { work: kind.work, line });
      const untouched = kind.lines.filter(({ taken }) => taken === 0);
      moments.push(dueSince({ ...kind, lines: untouched }, sight.nowMs) ?? Infinity);
    }
    if (isWatchedDue(sight)) moments.push(sight.watched.atMs ?? Infinity);
    isAskedLate ||= isWatchedDue(sight);
    if (looks >= LOOKS_A_CLAIM || !goOn(served, sight, { seen, breadth: WIDE })) break;
  }
  const sinceMs = Math.min(...moments);
  return {
    lines: [...lines.values()],
    watched: isAskedLate ? await selectWatchedDue(deps.db, deps.now(), WATCHED_COUNTED) : [],
    sinceMs: sinceMs === Infinity ? null : sinceMs,
  };
}

type Looking = { room: Places; served: Served; take: Take; breadth: Breadth; looks: number };

async function lookAndTake(deps: TurnDeps, looking: Looking): Promise<Claimed<ClaimedJob>> {
  const { served, take, breadth } = looking;
  const seen = new Set<string>();
  for (let looks = 1; ; looks++) {
    const sight = await look(deps, looking);
    const pieces = await take(deps, sight);
    if (pieces.length > 0) noteServed(served, sight, pieces);
    else if (looks < looking.looks && goOn(served, sight, { seen, breadth })) continue;
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

async function look(
  deps: LookDeps,
  { room, served, breadth }: Pick<Looking, 'room' | 'served' | 'breadth'>,
): Promise<Sight> {
  const nowMs = deps.now();
  const works = linedWorks.filter((work) => room[work] > 0);
  const looks = works.map((work) => ({ work, after: served.get(work) ?? '' }));
  const { lined, watchedAtMs, leaseEndsMs } = await lookAtJobs(deps.db, { looks, breadth, nowMs });
  return {
    nowMs,
    lined: looksOf(deps, lined, room),
    watched: {
      limit: room.watch,
      atMs: room.watch > 0 ? watchedAtMs : null,
      claim: (claim) => claimWatched(breadth, claim),
    },
    leaseEndsMs,
  };
}

async function lookFor(deps: LookDeps, person: Person): Promise<Sight> {
  const nowMs = deps.now();
  const { lined, watchedAtMs } = await lookAtPerson(deps.db, person, nowMs);
  return {
    nowMs,
    lined: looksOf(deps, lined, ONE_OF_EACH),
    watched: { limit: 1, atMs: watchedAtMs, claim: (claim) => claimWatchedOf(person.userId, claim) },
    leaseEndsMs: null,
  };
}

function looksOf({ atOncePerPerson }: LookDeps, lined: readonly SeenLines[], room: Places): Look[] {
  const limits = lineLimits(atOncePerPerson);
  return lined.map(({ work, lines }) => ({ work, lines, limit: room[work], atOnce: limits[work] }));
}

async function claimSeen({ db, leaseBy }: TurnDeps, sight: Sight): Promise<ClaimedJob[]> {
  const { nowMs, lined, watched } = sight;
  const claims = lined.flatMap((seen) => {
    const { work, limit, atOnce } = seen;
    const lines = dueLines(seen, nowMs);
    return lines.length === 0 ? [] : [claimHeads({ work, lines, atOnce }, { leaseBy, nowMs, limit })];
  });
  if (isWatchedDue(sight)) claims.push(watched.claim({ leaseBy, nowMs, limit: watched.limit }));
  if (claims.length === 0) return [];
  return (await db.batch(claims, 'write')).flatMap(parseClaimed);
}

/** Takes one job of the kind that has been due the longest, or of the next if others were quicker. */
async function claimOldest(deps: TurnDeps, sight: Sight): Promise<ClaimedJob[]> {
  const nothing = { ...sight.watched, limit: 0, atMs: null };
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
function goOn(served: Served, { lined }: Sight, { seen, breadth }: { seen: Set<string>; breadth: Breadth }): boolean {
  let isNew = false;
  for (const { work, lines } of lined) {
    const last = lines.findLast(({ place }) => place < breadth.lines) ?? lines.at(-1);
    if (last === undefined || lines.length < breadth.lines) continue;
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
