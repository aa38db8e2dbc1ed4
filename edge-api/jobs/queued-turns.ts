/**
 * The job runner of hosts where no process stays alive: a message in a queue is one turn, which moves one job a step. The
 * rows are the truth, and messages are alarm clocks: one that comes twice, late, or out of order claims nothing that isn't
 * due, and for one that is lost there is the sweep. A turn is for one person, whose jobs send for each other, so what it
 * reads doesn't grow with the number of people.
 */
import { z } from 'zod';
import { hexOf } from '#shared/bytes.ts';
import type { LinedWork, Person } from '#edge-api/repos/job-lines.ts';
import { noteLateWork, readStanding, type ClaimedJob } from '#edge-api/repos/jobs.ts';
import type { InTurn, JobDeps, NamedWork, StepContext } from './job-deps.ts';
import { step } from './step.ts';
import { isAnyDue, readWaiting, takeOneTurn } from './take-turns.ts';

export const turnSchema = z.object({
  /** When the turn was to be taken, in milliseconds since the epoch. */
  dueMs: z.number(),
  /** The job that it was sent for, or another of the same person if that isn't due; null when it was for any. */
  jobId: z.string().nullable(),
  /** Whose jobs it was sent for. Without either it is for anything that is due. */
  of: z.object({ userId: z.string(), quotaMark: z.string().nullable() }).optional(),
  /** What upstream calls the work that it does for the job, where the database could not be told. */
  upstreamId: z.string().optional(),
});
export type Turn = z.infer<typeof turnSchema>;

export interface TurnQueue {
  /** Delivers turns after so many seconds each, at least once. */
  send(turns: readonly { turn: Turn; delaySeconds: number }[]): Promise<void>;
}

export type QueuedTurns = {
  /** Takes a turn, and sends for the turns that follow from it. @param inTurn of those that are taken beside each other */
  take(turn: Turn, inTurn?: InTurn): Promise<void>;
  /** Sends for a turn now, because a job of a person was written. */
  wake(userId: string): Promise<void>;
  /** Sends for as many turns as there are jobs that nobody came for. @returns how many */
  sweep(): Promise<number>;
};

/** A queue takes so many in one call; who claims one job sends for the next. */
const SWEPT_AT_ONCE = 100;
/** What fell due so lately has its message on the way. */
const GRACE_MS = 10_000;
/**
 * A consumer is ended after 15 minutes (https://developers.cloudflare.com/queues/platform/limits/). Whatever the model has
 * answered by then must be written down, also if the database is away at first.
 */
const LONGEST_SUBMIT_MS = 12 * 60_000;
/** The longest delay that a queue takes. */
const LONGEST_DELAY_SECONDS = 12 * 60 * 60;

/** Turns of a database and a queue. Nothing is kept between two of them. */
export function queuedTurns(deps: JobDeps, queue: TurnQueue): QueuedTurns {
  const sendAll = (turns: readonly Turn[]): Promise<void> =>
    queue.send(turns.map((turn) => ({ turn, delaySeconds: delayOf(turn, deps.now()) })));
  const send = (turn: Turn): Promise<void> => sendAll([turn]);
  const sendFor = (of: Person): Promise<void> => send({ dueMs: deps.now(), jobId: null, of });
  const sendName = ({ jobId, upstreamId }: NamedWork): Promise<void> => send({ dueMs: deps.now(), jobId, upstreamId });
  const newContext = (): StepContext => ({ ...contextOf(deps), sendName, longestSubmitMs: LONGEST_SUBMIT_MS });

  /** Sends for somebody where something of a person is due now. */
  const sendIfDue = async (of: Person): Promise<void> => {
    if (await isAnyDue(deps, of)) await sendFor(of);
  };

  /** Sends for the next step of a job, and for what it made room for. */
  const sendForNext = async (job: ClaimedJob): Promise<void> => {
    const next = await readStanding(deps.db, job.id);
    const isOnlyAskedAgain = job.work === 'watch' && next?.work === 'watch';
    if (!isOnlyAskedAgain) await sendIfDue({ userId: job.userId, quotaMark: next?.quotaMark ?? job.quotaMark });
    // What stands in a line has been sent for if it is due; what is asked about has no line to wait in.
    if (next !== null && next.work !== null && (next.work === 'watch' || next.atMs > deps.now()))
      await send({ dueMs: next.atMs, jobId: job.id });
  };

  return {
    take: async (turn, inTurn) => {
      await noteNameOf(deps, turn);
      if (turn.dueMs > deps.now()) return send(turn);
      const context = newContext();
      const job = await takeOneTurn(context, turn);
      if (job === null) return;
      // The next begins beside this one, which may take long. A queue that fails ends no work that was claimed.
      const failure = await (job.work === 'watch' ? Promise.resolve() : sendIfDue(job)).then(
        () => null,
        (error: unknown) => ({ error }),
      );
      await step({ ...context, ...(inTurn && { inTurn }) }, job);
      if (failure !== null) throw failure.error;
      await sendForNext(job);
    },
    wake: (userId) => sendFor({ userId, quotaMark: null }),
    sweep: async () => {
      const dueMs = deps.now();
      const { lines, watched } = await readWaiting({ ...deps, now: () => dueMs - GRACE_MS });
      const turns: Turn[] = [
        ...watched.map((jobId) => ({ dueMs, jobId })),
        ...lines.map(({ work, line }) => ({ dueMs, jobId: null, of: headOf(work, line) })),
      ].slice(0, SWEPT_AT_ONCE);
      if (turns.length > 0) await sendAll(turns);
      return turns.length;
    },
  };
}

/** A line of clips may be of several people, who share a key: nobody's other lines are looked at. */
const headOf = (work: LinedWork, line: string): Person =>
  work === 'send' ? { userId: '', quotaMark: line } : { userId: line, quotaMark: null };

function delayOf({ dueMs }: Turn, nowMs: number): number {
  return Math.min(Math.ceil(Math.max(dueMs - nowMs, 0) / 1000), LONGEST_DELAY_SECONDS);
}

/** Writes down the name that a turn carries. One that can't be written stays in the queue, and comes again. */
export async function noteNameOf({ db, now, log }: JobDeps, { jobId, upstreamId }: Turn): Promise<void> {
  if (jobId === null || upstreamId === undefined) return;
  // With the person's account went their key: nobody can be told.
  if (!(await noteLateWork(db, jobId, upstreamId, now()))) log.warn('name_of_no_job', { jobId, upstreamId });
}

/** A lease holder of its own, whom nobody asks to stop. */
function contextOf(deps: JobDeps): StepContext {
  return { ...deps, leaseBy: hexOf(deps.randomBytes(8)), stopping: new AbortController().signal };
}
