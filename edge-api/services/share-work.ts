/**
 * Work that several wait for, done once. On workers, a request that began it may be ended when its caller leaves, and then
 * what it began never ends: so nobody waits for long, but begins anew.
 */

/** Answers how to do work under a key, or wait for whoever does it already. @param longestMs how long one waits for another */
export function shareWork<Answer>(longestMs: number): (key: string, work: () => Promise<Answer>) => Promise<Answer> {
  const underWay = new Map<string, Promise<Answer>>();
  return async (key, work) => {
    for (let other = underWay.get(key); other !== undefined; other = underWay.get(key)) {
      const answer = await within(longestMs, other);
      if (answer !== OVERDUE) return answer;
      if (underWay.get(key) === other) underWay.delete(key);
    }
    const mine = work();
    underWay.set(key, mine);
    try {
      return await mine;
    } finally {
      if (underWay.get(key) === mine) underWay.delete(key);
    }
  };
}

const OVERDUE = Symbol('overdue');

async function within<Answer>(ms: number, work: Promise<Answer>): Promise<Answer | typeof OVERDUE> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<typeof OVERDUE>((resolve) => {
    timer = setTimeout(() => resolve(OVERDUE), ms);
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    clearTimeout(timer);
  }
}
