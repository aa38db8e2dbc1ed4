/** A queue for a person's colliding changes: within this process, they run one after the other. */

/**
 * Longest wait for a stalled queue. If the host ends a request halfway (a worker whose client hung up), its work never
 * settles, and the next one goes ahead.
 */
const LONGEST_STANDSTILL_MS = 5_000;

type Line = { last: Promise<void>; turnsDone: number };

const lines = new Map<string, Line>();

/** Waits until everything now in a person's queue is done. */
export async function waitForLine(userId: string): Promise<void> {
  const line = lines.get(userId);
  if (line === undefined) return;
  const { last } = line;
  let [isOver, seen] = [false, -1];
  while (!isOver && seen !== line.turnsDone) {
    seen = line.turnsDone;
    isOver = await endsWithin(last, LONGEST_STANDSTILL_MS);
  }
  // Later changes don't wait for one that never ends.
  if (!isOver && lines.get(userId)?.last === last) lines.delete(userId);
}

/** Runs the work after everything already in the person's queue. */
export async function standInLine<Answer>(userId: string, work: () => Promise<Answer>): Promise<Answer> {
  const done = waitForLine(userId).then(work);
  const line = lines.get(userId) ?? { last: Promise.resolve(), turnsDone: 0 };
  const leave = (): void => void (line.turnsDone += 1);
  const left = done.then(leave, leave);
  line.last = left;
  lines.set(userId, line);
  try {
    return await done;
  } finally {
    if (line.last === left) lines.delete(userId);
  }
}

async function endsWithin(work: Promise<void>, waitMs: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), waitMs);
  });
  const isOver = await Promise.race([work.then(() => true), timeout]);
  clearTimeout(timer);
  return isOver;
}
