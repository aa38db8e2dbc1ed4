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
      if (answer !== TOO_LONG) return answer;
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

const TOO_LONG = Symbol('too long');

async function within<Answer>(ms: number, work: Promise<Answer>): Promise<Answer | typeof TOO_LONG> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<typeof TOO_LONG>((resolve) => {
    timer = setTimeout(() => resolve(TOO_LONG), ms);
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    clearTimeout(timer);
  }
}
