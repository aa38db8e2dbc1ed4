/** Watches an export while it is written: keeps its lease, tells how far it is, and ends it when it must. */
import type { ExportLease } from '#edge-api/providers/export-desk/port.ts';
import { EXPORT_LEASE_MS } from '#edge-api/repos/export-jobs.ts';
import type { WritingProgress } from '#edge-api/providers/movie-writer/port.ts';
import type { ExportContext } from './export-deps.ts';
import { DISK_RESERVE_BYTES } from './export-room.ts';
import { exportFailureWords } from './words.ts';

/** Progress is written at most so often, and at least so often, as that renews the lease. */
const WRITE_EVERY_MS = 1_000;
const RENEW_EVERY_MS = 4_000;
const DISK_EVERY_MS = 2_000;
/** Where the database doesn't answer, it ends before another worker may begin. */
const UNSURE_AFTER_MS = EXPORT_LEASE_MS - 4_000;
/** So long the database has to answer, even where the machine slept and all that time is over: it knows whose turn it is. */
const ANSWER_MS = 1_000;

/** It was canceled, or another worker has it: nothing of it may be written any more. */
export class ExportLostError extends Error {
  override readonly name = 'ExportLostError';
}

/** It can't be finished. `message` is a sentence for the person. */
export class ExportEndedError extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'ExportEndedError';
  }
}

export type ExportWatch = {
  /** Fires with an ExportLostError, an ExportEndedError, or the reason for which the server stops. */
  signal: AbortSignal;
  progress(progress: WritingProgress): void;
  /** Looks no more. Whoever began it ends it. */
  end(): Promise<void>;
};

/** @param untilMs when it has taken too long */
export function watchExport(context: ExportContext, lease: ExportLease, untilMs: number): ExportWatch {
  const { desk, now, log, workbench } = context;
  const ending = new AbortController();
  let at: { progress: number; phase: string } = { progress: 0, phase: 'preparing' };
  let written = { ...at };
  let [writtenMs, heldMs, diskMs] = [now(), now(), now()];
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isOver = false;

  const isHeld = async (): Promise<boolean> => {
    const nowMs = now();
    const isNew = at.progress !== written.progress || at.phase !== written.phase;
    // A clock that was set back must not keep the lease from being renewed: it may look like nobody's by now.
    if (Math.abs(nowMs - writtenMs) < (isNew ? WRITE_EVERY_MS : RENEW_EVERY_MS)) return desk.holds(lease);
    const told = { ...at };
    const held = await desk.renew(lease, told);
    [written, writtenMs] = [told, nowMs];
    return held;
  };

  const look = async (): Promise<void> => {
    try {
      if (!(await answeredIn(Math.max(ANSWER_MS, heldMs + UNSURE_AFTER_MS - now()), isHeld())))
        throw new ExportLostError();
      heldMs = now();
    } catch (error) {
      if (error instanceof ExportLostError || now() - heldMs > UNSURE_AFTER_MS) throw new ExportLostError();
      log.warn('export_lease_not_renewed', { jobId: lease.id, error });
    }
    if (now() > untilMs) throw new ExportEndedError(exportFailureWords.tookTooLong);
    if (Math.abs(now() - diskMs) < DISK_EVERY_MS) return;
    diskMs = now();
    if ((await workbench.freeBytes()) < DISK_RESERVE_BYTES / 2) throw new ExportEndedError(exportFailureWords.diskFull);
  };

  let looking: Promise<void> = Promise.resolve();
  const lookLater = (): void => {
    timer = setTimeout(() => {
      looking = look().then(
        () => (isOver ? undefined : lookLater()),
        (error: unknown) => ending.abort(error),
      );
    }, desk.watchEveryMs);
  };
  lookLater();

  return {
    signal: AbortSignal.any([ending.signal, context.stopping]),
    progress: ({ phase, percent }) => {
      at = { phase, progress: Math.max(0, Math.min(99, Math.floor(percent))) };
    },
    end: async () => {
      isOver = true;
      if (timer) clearTimeout(timer);
      await looking;
    },
  };
}

/** @throws ExportLostError where there is no answer in time, what the question throws */
async function answeredIn<T>(ms: number, answer: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ExportLostError()), ms);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
