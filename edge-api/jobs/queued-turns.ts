/**
 * The job runner of hosts where no process stays alive: a message in a queue is one turn, which moves one job a step. The
 * rows are the truth, and messages are alarm clocks: one that comes twice, late, or out of order claims nothing that isn't
 * due, and for one that is lost there is the sweep.
 */
import { z } from 'zod';
import { hexOf } from '#shared/bytes.ts';
import { linedWorks } from '#edge-api/repos/job-lines.ts';
import { nextStepMs, noteLateWork } from '#edge-api/repos/jobs.ts';
import type { InTurn, JobDeps, NamedWork, StepContext } from './job-deps.ts';
import { step } from './step.ts';
import { countDue, takeOneTurn, type Served } from './take-turns.ts';

export const turnSchema = z.object({
  /** When the turn was to be taken, in milliseconds since the epoch. */
  dueMs: z.number(),
  /** The line of each kind of work that was served last. */
  served: z.partialRecord(z.enum(linedWorks), z.string()),
  /** The job that it was sent for, whichever is claimed; null when it was for anything that is due. */
  jobId: z.string().nullable(),
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
  /** Sends for a turn now, because a job was written. */
  wake(): Promise<void>;
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
  const send = (turn: Turn, count = 1): Promise<void> => {
    const waitMs = Math.max(turn.dueMs - deps.now(), 0);
    const delaySeconds = Math.min(Math.ceil(waitMs / 1000), LONGEST_DELAY_SECONDS);
    return queue.send(Array.from({ length: count }, () => ({ turn, delaySeconds })));
  };
  const sendName = ({ jobId, upstreamId }: NamedWork): Promise<void> =>
    send({ dueMs: deps.now(), served: {}, jobId, upstreamId });
  const newTurn = (): TurnOf => ({
    context: { ...contextOf(deps), sendName, longestSubmitMs: LONGEST_SUBMIT_MS },
    served: new Map(),
  });

  /** Sends for somebody where something is due now. */
  const sendIfDue = async ({ context, served }: TurnOf): Promise<void> => {
    if ((await countDue(context, served)) > 0) await send({ dueMs: deps.now(), served: written(served), jobId: null });
  };

  return {
    take: async (turn, inTurn) => {
      await noteNameOf(deps, turn);
      const mine: TurnOf = { ...newTurn(), served: read(turn.served) };
      const job = await takeOneTurn(mine.context, mine.served);
      if (job === null) {
        // It came early. Otherwise there is nothing to do: somebody else came for it.
        if (turn.dueMs > deps.now()) await send(turn);
        return;
      }
      // The next begins beside this one, which may take long. A queue that fails ends no work that was claimed.
      const failure = await sendIfDue(mine).then(
        () => null,
        (error: unknown) => ({ error }),
      );
      await step({ ...mine.context, ...(inTurn && { inTurn }) }, job);
      if (failure !== null) throw failure.error;
      await sendIfDue(mine);
      const nextMs = await nextStepMs(deps.db, job.id);
      if (nextMs !== null && nextMs > deps.now())
        await send({ dueMs: nextMs, served: written(mine.served), jobId: job.id });
    },
    wake: () => send({ dueMs: deps.now(), served: {}, jobId: null }),
    sweep: async () => {
      const { context, served } = newTurn();
      const aWhileAgo = { ...context, now: () => deps.now() - GRACE_MS };
      const due = Math.min(await countDue(aWhileAgo, served), SWEPT_AT_ONCE);
      if (due > 0) await send({ dueMs: deps.now(), served: {}, jobId: null }, due);
      return due;
    },
  };
}

type TurnOf = { context: StepContext; served: Served };

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

function read(served: Turn['served']): Served {
  return new Map(
    linedWorks.flatMap((work) => {
      const line = served[work];
      return line === undefined ? [] : [[work, line]];
    }),
  );
}

function written(served: Served): Turn['served'] {
  return Object.fromEntries(served);
}
