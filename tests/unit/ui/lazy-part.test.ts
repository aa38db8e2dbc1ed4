import { expect, test } from 'vitest';
import { untilLoaded } from '#ui/lazy-part.ts';

/** A network that is there or not, and code that comes only while it is. */
function scene(answers: readonly ('comes' | 'fails' | 'is cut off')[]) {
  let [tries, waits] = [0, 0];
  let isOnline = true;
  const load = async (): Promise<string> => {
    const answer = answers[tries++] ?? 'fails';
    isOnline = answer !== 'is cut off';
    if (answer === 'comes') return 'the part';
    throw new Error('Failed to fetch dynamically imported module');
  };
  const network = {
    isOnline: () => isOnline,
    pause: async () => undefined,
    untilOnline: async () => {
      waits += 1;
      isOnline = true;
    },
  };
  return { part: untilLoaded(load, network), counts: () => ({ tries, waits }) };
}

test('a part comes once the network is back, however often it goes', async () => {
  const { part, counts } = scene(['is cut off', 'is cut off', 'comes']);
  expect(await part).toBe('the part');
  expect(counts()).toEqual({ tries: 3, waits: 2 });
});

test('a part that fails with a network is tried twice more', async () => {
  const { part, counts } = scene(['fails', 'fails', 'comes']);
  expect(await part).toBe('the part');
  expect(counts()).toEqual({ tries: 3, waits: 0 });
});

test('a part that doesn’t come with a network either has failed', async () => {
  const { part, counts } = scene(['is cut off', 'fails', 'fails', 'fails', 'comes']);
  await expect(part).rejects.toThrow('Failed to fetch');
  expect(counts()).toEqual({ tries: 4, waits: 1 });
});
