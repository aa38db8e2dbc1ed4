import { createElement, Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { earlyLazy } from '#ui/early-lazy.ts';

const Greeting = ({ name }: { name: string }) => createElement('p', null, `Hello, ${name}`);
const drawn = (part: ReturnType<typeof earlyLazy<{ name: string }>>): string =>
  renderToString(createElement(Suspense, { fallback: 'Loading' }, createElement(part, { name: 'Ines' })));

test('what isn’t there yet has a placeholder, and what was loaded before is drawn at once; its code is fetched once', async () => {
  let fetched = 0;
  const part = earlyLazy(async () => {
    fetched += 1;
    return { default: Greeting };
  });
  expect(fetched).toBe(0);
  expect(drawn(part)).toContain('Loading');
  await part.load();
  await part.load();
  expect(drawn(part)).toContain('Hello, Ines');
  expect(drawn(part)).not.toContain('Loading');
  expect(fetched).toBe(1);
});

test('whoever loads code early doesn’t hear that it can’t be had; whoever draws it does', async () => {
  const part = earlyLazy<{ name: string }>(() => Promise.reject(new Error('No network.')));
  await part.load();
  expect(drawn(part)).not.toContain('Hello');
});
