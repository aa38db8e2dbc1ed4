import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { ApiError } from '#api/errors.ts';
import { dismissToast, listToasts, sentenceOf, showToast } from '#ui/toasts.ts';

const refusal = JSON.stringify({ message: 'Your key is used up.', code: 'spending_cap', requestId: '1' });

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

test('a new notice takes the place of the former', () => {
  showToast({ title: 'One' });
  showToast({ title: 'Two' });
  expect(listToasts().map(({ title }) => title)).toEqual(['Two']);
});

test('a notice is changed, marked as closed, and removed 1,000,000 ms later', () => {
  const handle = showToast({ title: 'Saving' });
  handle.update({ title: 'Saved' });
  expect(listToasts()).toMatchObject([{ title: 'Saved', isOpen: true }]);
  handle.dismiss();
  expect(listToasts()).toMatchObject([{ title: 'Saved', isOpen: false }]);
  vi.advanceTimersByTime(999_999);
  expect(listToasts()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(listToasts()).toHaveLength(0);
});

test('a handle has no power over the notice that came after', () => {
  const handle = showToast({ title: 'One' });
  showToast({ title: 'Two' });
  handle.dismiss();
  handle.update({ title: 'One again' });
  expect(listToasts()).toMatchObject([{ title: 'Two', isOpen: true }]);
  for (const { id } of listToasts()) dismissToast(id);
});

test('an error speaks its own sentence, else its message, else what is given', () => {
  expect(sentenceOf(Object.assign(new Error('409: {}'), { sentence: 'Somebody was faster.' }), 'x')).toBe(
    'Somebody was faster.',
  );
  expect(sentenceOf(new Error('No room.'), 'x')).toBe('No room.');
  expect(sentenceOf(new ApiError(422, refusal), 'x')).toBe('Your key is used up.');
  expect(sentenceOf('?', 'An error occurred. Please try again.')).toBe('An error occurred. Please try again.');
});

test.each([
  ['the page of a proxy', new ApiError(502, '<html><h1>502 Bad Gateway</h1></html>')],
  ['a reply without a body', new ApiError(504, 'Gateway Timeout')],
  ['JSON of another shape', z.object({ id: z.string() }).safeParse({ id: 7 }).error],
  ['JSON that breaks off', new SyntaxError('Unexpected end of JSON input')],
  ['an error without words', new Error('')],
])('%s is not read out: what is given stands in for it', (_, error) => {
  expect(sentenceOf(error, 'Failed to save API key')).toBe('Failed to save API key');
});
