import { expect, test } from 'vitest';
import { errorDetails } from '#app/error-details.ts';

const ID = '01a1fde3-f6d0-7e37-9a75-43cf9945a941';
const site = { origin: 'http://127.0.0.1:8787', version: '0.1.0', browser: 'Chromium 140' };

function failed(message: string, stack: string): Error {
  const error = new TypeError(message);
  error.stack = stack;
  return error;
}

test('it says where and what, and repeats neither the message nor an id, a host or a query', () => {
  const error = failed(
    `AIza-secret was not a key of ${ID}`,
    [
      `TypeError: AIza-secret was not a key of ${ID}`,
      'a second line of the message: AIza-secret',
      `    at SceneCard (http://127.0.0.1:8787/assets/editor.js?key=AIza-secret:10:5)`,
      `    at http://127.0.0.1:8787/project/${ID}:1:1`,
    ].join('\n'),
  );
  expect(errorDetails({ ...site, error, path: `/project/${ID}` })).toBe(
    [
      'Storyreel 0.1.0',
      'Page: /project/:id',
      'Browser: Chromium 140',
      'Error: TypeError',
      '    at SceneCard (/assets/editor.js:10:5)',
      '    at /project/:id:1:1',
    ].join('\n'),
  );
});

test('Firefox’s stacks are read too', () => {
  const error = failed('secret', 'SceneCard@http://127.0.0.1:8787/assets/editor.js:10:5\nsecret: not a place\n');
  expect(errorDetails({ ...site, error, path: '/' })).toContain('\nSceneCard@/assets/editor.js:10:5');
  expect(errorDetails({ ...site, error, path: '/' })).not.toContain('secret');
});
