/** Features that Playwright leaves off stay off, though our list stands behind its own. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { disabledFeatures } from '#tests/helpers/chromium-launch.ts';

test('every feature that this Playwright leaves off is left off by us', async () => {
  const playwright = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'));
  const code = await readFile(join(playwright, 'lib/coreBundle.js'), 'utf8');
  const list = /disabledFeatures = \[([^\]]+)\]/.exec(code)?.[1] ?? '';
  const names = [...list.matchAll(/^\s*"(\w+)"/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(10);
  expect(disabledFeatures).toEqual(expect.arrayContaining(names));
});
