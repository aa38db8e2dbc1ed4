import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import postcss from 'postcss';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { radixTrim } from '#scripts/vite/radix-trim.ts';

const require = createRequire(import.meta.url);
const components = require.resolve('@radix-ui/themes/components.css');

beforeEach(() => vi.stubEnv('NODE_ENV', 'production'));
afterEach(() => vi.unstubAllEnvs());

function trimmed(css: string, from = components): string {
  return postcss([radixTrim]).process(css, { from }).css;
}

test('keeps the components that screens import, and those that these are made of', () => {
  const css = trimmed(readFileSync(components, 'utf8'));
  const names = 'Button BaseButton BaseDialogContent TextFieldInput SegmentedControlRoot TooltipContent';
  for (const name of names.split(' ')) expect(css).toContain(`.rt-${name}`);
  expect(css.length).toBeLessThan(readFileSync(components, 'utf8').length / 2);
});

test('leaves out components that no screen imports', () => {
  expect(trimmed('.rt-CalloutRoot { color: red } .rt-Button { color: red }')).toBe('.rt-Button { color: red }');
});

test('leaves out other accents and other breakpoints', () => {
  const css = trimmed(
    "[data-accent-color='pink'] { a: b } [data-accent-color='amber'] { a: b } .md\\:rt-r-size-2 { a: b } .sm\\:rt-r-size-2 { a: b }",
  );
  expect(css).toBe("[data-accent-color='amber'] { a: b } .sm\\:rt-r-size-2 { a: b }");
});

test('leaves out utilities of properties that nobody sets', () => {
  expect(trimmed('.rt-r-mx-3 { a: b } .rt-r-mt-3 { a: b }')).toBe('.rt-r-mt-3 { a: b }');
});

test('keeps a rule that names an unused component only where an element need not be one', () => {
  const css = '.rt-Button:not(.rt-CalloutRoot) { a: b } :where(.rt-Button, .rt-CalloutRoot) { a: b }';
  expect(trimmed(css)).toBe(css);
});

test('touches only the library’s own style sheet, and nothing in development', () => {
  const css = '.rt-CalloutRoot { a: b }';
  expect(trimmed(css, '/project/web/ui/tokens.css')).toBe(css);
  vi.stubEnv('NODE_ENV', 'development');
  expect(trimmed(css)).toBe(css);
});

test('names the elements that one selector leaves open: any element beside makes each insertion dear', () => {
  const css = trimmed(readFileSync(components, 'utf8'));
  expect(css).toContain('SegmentedControlItemSeparator');
  expect(css).toContain('+ :where(.rt-SegmentedControlItem)');
  expect(css).not.toMatch(/[+~]\s*\*/);
});
