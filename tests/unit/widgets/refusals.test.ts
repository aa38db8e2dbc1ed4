import { expect, test } from 'vitest';
import { refusalsOf } from '#widgets/refusals.ts';

const well = { isOnline: true, reach: 'online', hasKey: true } as const;

test('nothing is refused where all is well, or not known yet', () => {
  expect(refusalsOf(well)).toEqual({ server: null, ai: null });
  expect(refusalsOf({ isOnline: true, reach: undefined, hasKey: undefined })).toEqual({ server: null, ai: null });
});

test.each([
  [{ ...well, isOnline: false }, /offline/],
  [{ ...well, isOnline: false, hasKey: false }, /offline/],
  [{ ...well, reach: 'offline' as const }, /can’t reach the server/],
  [{ ...well, reach: 'signed-out' as const }, /Sign in again/],
])('without the server neither it nor a model can be asked: %j', (circumstances, sentence) => {
  const { server, ai } = refusalsOf(circumstances);
  expect(server?.sentence).toMatch(sentence);
  expect(ai).toEqual(server);
});

test('without a key only the models can’t be asked', () => {
  const { server, ai } = refusalsOf({ ...well, hasKey: false });
  expect(server).toBeNull();
  expect(ai?.sentence).toBe('Add an API key in Settings to use this.');
});
