/** The job runner: claims what is due and advances each job by a step. The rows are the truth; this is an alarm clock. */
import { hexOf } from '#shared/bytes.ts';
import { sweepMedia } from '#edge-api/services/media.ts';
import type { ClaimedJob } from '#edge-api/repos/jobs.ts';
import type { JobDeps, StepContext } from './job-deps.ts';
import { bringFromFuture } from '#edge-api/repos/job-lines.ts';
import { step } from './step.ts';
import { NODE_PLACES, takeTurns } from './take-turns.ts';
import { createWorkLoop, type WorkLoop } from './work-loop.ts';

const SWEEP_EVERY_MS = 60 * 60 * 1000;

/** As it stops, it drops what can be repeated, and waits for requests in flight. */
export type JobRunner = WorkLoop;

/** A runner for a database. Several can share one database. The caller stops it. */
export function createJobRunner(deps: JobDeps): JobRunner {
  const stopping = new AbortController();
  const context: StepContext = { ...deps, leaseBy: hexOf(deps.randomBytes(8)), stopping: stopping.signal };
  const claim = takeTurns({ ...context, places: NODE_PLACES });
  let isAfterStart = false;
  let sweptMs = deps.now();
  const loop = createWorkLoop<ClaimedJob>(
    {
      claim: async (inFlight) => {
        // The clock may have been set back while nothing ran: nothing waits until it has caught up.
        if (isAfterStart) await deps.db.batch(bringFromFuture(deps.now()), 'write');
        isAfterStart = false;
        return claim(inFlight);
      },
      work: (job) => step(context, job),
      // Only while no step is running, so that no file is stored and swept at the same moment.
      whileIdle: async () => {
        if (Math.abs(deps.now() - sweptMs) < SWEEP_EVERY_MS) return;
        sweptMs = deps.now();
        const files = await sweepMedia(deps);
        if (files > 0) deps.log.info('media_swept', { files });
      },
      now: deps.now,
      log: deps.log,
    },
    stopping.signal,
  );
  return {
    ...loop,
    start: () => {
      deps.log.info('job_runner_started', { leaseBy: context.leaseBy });
      isAfterStart = true;
      loop.start();
    },
    stop: () => {
      stopping.abort(new Error('The server stops.'));
      return loop.stop();
    },
  };
}
