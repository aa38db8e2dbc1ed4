/**
 * An edge on which nothing can be relied on: isolates are thrown away, or stand still and go on much later, between any two
 * of their calls, and the queue delivers turns twice, late, in any order, or not at all.
 */
import type { Db } from '#edge-api/db/client.ts';
import type { JobDeps } from '#edge-api/jobs/job-deps.ts';
import { queuedTurns, type Turn } from '#edge-api/jobs/queued-turns.ts';
import type { VideoModel } from '#edge-api/providers/video-model/port.ts';

const MINUTE_MS = 60_000;
/** After that a platform gives a message up. */
const MOST_ATTEMPTS = 9;
const DELIVERED_AT_ONCE = 4;
/** Longer than any lease of a clip that isn't made while its request waits. */
const STANDSTILL_MS = 2 * MINUTE_MS;

export type Unsteadiness = {
  /** The share of isolates that are thrown away. */
  thrownAway: number;
  /** The share of isolates that stand still for longer than their leases. */
  standingStill: number;
  /** The share of messages that come twice; each of both may come late. */
  twice: number;
  late: number;
  lost: number;
  /** The latest call of an isolate that it doesn't survive, or stands still after. */
  calls: number;
};

export type Clock = { now(): number; skip(ms: number): void };

type Letter = { turn: Turn; atMs: number; attempts: number };

/** What happened. */
export type Report = { deliveries: number; thrownAway: number; stoodStill: number; twice: number; lost: number };

export type UnsteadyEdge = {
  wake(userId: string): Promise<void>;
  /** Delivers, lets the alarm ring each minute, and moves the clock, until nothing is left to do. */
  run(isOver: () => Promise<boolean>): Promise<Report>;
};

export function unsteadyEdge(
  deps: JobDeps,
  clock: Clock,
  { random, ...share }: Unsteadiness & { random: () => number },
): UnsteadyEdge {
  const letters: Letter[] = [];
  const asleep: { untilMs: number; goOn: () => void }[] = [];
  const report: Report = { deliveries: 0, thrownAway: 0, stoodStill: 0, twice: 0, lost: 0 };
  const happens = (probability: number): boolean => random() < probability;
  const lateMs = (): number => (happens(share.late) ? Math.floor(random() * 3 * MINUTE_MS) : 0);

  const post = (turn: Turn, delayMs: number): void => {
    const copies = happens(share.twice) ? 2 : 1;
    if (copies === 2) report.twice++;
    for (let copy = 0; copy < copies; copy++) {
      if (happens(share.lost)) report.lost++;
      else letters.push({ turn, atMs: clock.now() + delayMs + lateMs(), attempts: 0 });
    }
  };
  const queue = {
    send: async (turns: readonly { turn: Turn; delaySeconds: number }[]): Promise<void> => {
      for (const { turn, delaySeconds } of turns) post(turn, delaySeconds * 1000);
    },
  };

  const deliver = async (letter: Letter): Promise<void> => {
    report.deliveries++;
    const life = newLife({
      endsAfter: happens(share.thrownAway) ? Math.floor(random() * share.calls) : Infinity,
      stillAfter: happens(share.standingStill) ? Math.floor(random() * share.calls) : Infinity,
      standStill: () => {
        report.stoodStill++;
        return new Promise<void>((goOn) => asleep.push({ untilMs: clock.now() + STANDSTILL_MS, goOn }));
      },
    });
    const isDone = queuedTurns(ofLife(deps, life), { send: (turns) => life.call(() => queue.send(turns)) })
      .take(letter.turn)
      .then(() => 'done' as const);
    const end = await Promise.race([isDone, life.end, life.still]);
    if (end === 'thrown away') report.thrownAway++;
    // Whoever doesn't answer is taken for dead.
    if (end !== 'done' && letter.attempts < MOST_ATTEMPTS)
      letters.push({ ...letter, atMs: clock.now() + 2_000 + lateMs(), attempts: letter.attempts + 1 });
  };

  const dueLetters = (): Letter[] => {
    const taken: Letter[] = [];
    while (taken.length < DELIVERED_AT_ONCE) {
      const due = letters.filter(({ atMs }) => atMs <= clock.now());
      const letter = due[Math.floor(random() * due.length)];
      if (letter === undefined) break;
      letters.splice(letters.indexOf(letter), 1);
      taken.push(letter);
    }
    return taken;
  };

  const wakeSleepers = (): void => {
    for (const sleeper of asleep.filter(({ untilMs }) => untilMs <= clock.now())) {
      asleep.splice(asleep.indexOf(sleeper), 1);
      sleeper.goOn();
    }
  };

  return {
    wake: (userId) => queuedTurns(deps, queue).wake(userId),
    run: async (isOver) => {
      let ringsAtMs = clock.now() + MINUTE_MS;
      for (;;) {
        for (let due = dueLetters(); due.length > 0; due = dueLetters()) await Promise.all(due.map(deliver));
        if (asleep.length === 0 && (await isOver())) return report;
        const nextMs = Math.min(ringsAtMs, ...letters.map(({ atMs }) => atMs), ...asleep.map(({ untilMs }) => untilMs));
        clock.skip(Math.max(nextMs - clock.now(), 1));
        wakeSleepers();
        if (clock.now() < ringsAtMs) continue;
        ringsAtMs = clock.now() + MINUTE_MS;
        await queuedTurns(deps, queue).sweep();
      }
    },
  };
}

type Life = {
  /** Makes one call for the isolate, whose answer it may not live to see. */
  call<Answer>(make: () => Promise<Answer>): Promise<Answer>;
  end: Promise<'thrown away'>;
  still: Promise<'standing still'>;
};

/** An isolate that isn't there any more waits for every answer for ever. */
const never = <Answer>(): Promise<Answer> => new Promise(() => undefined);

function newLife(fate: { endsAfter: number; stillAfter: number; standStill(): Promise<void> }): Life {
  let calls = 0;
  let isOver = false;
  let end: (how: 'thrown away') => void = () => undefined;
  let beStill: (how: 'standing still') => void = () => undefined;
  return {
    end: new Promise((resolve) => (end = resolve)),
    still: new Promise((resolve) => (beStill = resolve)),
    call: async (make) => {
      if (isOver) return never();
      const number = calls++;
      if (number === fate.stillAfter) {
        beStill('standing still');
        await fate.standStill();
      }
      const answer = await make();
      if (number < fate.endsAfter) return answer;
      isOver = true;
      end('thrown away');
      return never();
    },
  };
}

/** The same dependencies, used by one isolate. */
function ofLife(deps: JobDeps, { call }: Life): JobDeps {
  const db: Db = {
    execute: (statement) => call(() => deps.db.execute(statement)),
    batch: (statements, mode) => call(() => deps.db.batch(statements, mode)),
  };
  const lived = (model: VideoModel): VideoModel => ({
    ...model,
    submit: (...args) => call(() => model.submit(...args)),
    poll: (...args) => call(() => model.poll(...args)),
    download: (...args) => call(() => model.download(...args)),
    cancel: (...args) => call(() => model.cancel(...args)),
  });
  return {
    ...deps,
    db,
    mediaStore: { ...deps.mediaStore, put: (...args) => call(() => deps.mediaStore.put(...args)) },
    videoModelFor: (key) => lived(deps.videoModelFor(key)),
  };
}
