/** What a style sheet may ask of the page: some selectors make every change of it dear. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('../../web/', import.meta.url));
const sheets = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.css'));

/** Names of the ways to count children. */
const COUNTED = /:nth-/;
/** The only elements of which there are few, all in tables. */
const NAMED = /[.#[]|(^|[^\w-])t[dhr](?![\w-])/;

/** The last part of each selector, and what its counting parts are: "a > b:nth-child(2) i" has "b:nth-child(2)". */
function countedParts(css: string): string[] {
  return css
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .split('{')
    .flatMap((part) => part.split(/[;}]/).at(-1)?.split(',') ?? [])
    .flatMap((selector) =>
      selector
        .trim()
        .replaceAll(/\([^)]*\)/g, '()')
        .split(/\s*[>~+\s]\s*/),
    )
    .filter((part) => COUNTED.test(part));
}

test('children are counted only among elements that a class or an attribute names', () => {
  expect(sheets.length).toBeGreaterThan(50);
  // Without such a name a browser works out all styles of a page again whenever an element comes or goes.
  const found = sheets.flatMap((sheet) =>
    countedParts(readFileSync(`${folder}${sheet}`, 'utf8'))
      .filter((part) => !NAMED.test(part.replaceAll(/:[\w-]+(\(\))?/g, '')))
      .map((part) => `${sheet}: ${part}`),
  );
  expect(found).toEqual([]);
});

test('the rule finds what it is there to find', () => {
  const css =
    '.a > :nth-child(2) { } .b span:nth-child(n + 5), .c i.d:nth-child(2) { } @media x { td:nth-child(3) { } }';
  expect(countedParts(css)).toEqual([':nth-child()', 'span:nth-child()', 'i.d:nth-child()', 'td:nth-child()']);
});
