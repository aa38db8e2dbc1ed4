/** The line that a person's changes stand in when they collide: in this process one goes after the other. */

/**
 * Longest wait for those before. Where a host ends a request half-way (a worker whose client has hung up), its work never
 * settles, and whoever stands behind it goes ahead.
 */
const LONGEST_WAIT_MS = 5_000;

const lastInLine = new Map<string, Promise<void>>();

/** Waits until everything that stands in a person's line now is done. */
export async function waitForLine(userId: string): Promise<void> {
  const last = lastInLine.get(userId);
  if (last !== undefined) await atMost(last, LONGEST_WAIT_MS);
}

/** Does work when everything that stood in the person's line before it is done. */
export async function standInLine<Answer>(userId: string, work: () => Promise<Answer>): Promise<Answer> {
  const done = waitForLine(userId).then(work);
  const left = done.then(
    () => {},
    () => {},
  );
  lastInLine.set(userId, left);
  try {
    return await done;
  } finally {
    if (lastInLine.get(userId) === left) lastInLine.delete(userId);
  }
}

async function atMost(work: Promise<void>, waitMs: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, waitMs);
  });
  await Promise.race([work, timeout]);
  clearTimeout(timer);
}
