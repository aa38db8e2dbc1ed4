import { expect, test } from 'vitest';
import { licenceGroups } from '#scripts/vite/licences.ts';

const groups = licenceGroups();
const licenceOf = (name: string): string | undefined =>
  groups.find(({ packages }) => packages.some((one) => one.name === name))?.licence;

test('every package that the page imports has its licence, and what it depends on too', () => {
  expect(licenceOf('react')).toBe('MIT');
  expect(licenceOf('scheduler')).toBe('MIT');
  expect(licenceOf('lucide-react')).toBe('ISC');
  expect(licenceOf('dexie')).toBe('Apache-2.0');
  expect(licenceOf('@mediabunny/aac-encoder')).toBe('MPL-2.0');
  expect(licenceOf('@fontsource-variable/inter')).toBe('OFL-1.1');
});

test('every text is one that grants something, and no package stands there twice', () => {
  for (const { text } of groups) expect(text).toMatch(/permission|licen[cs]e/i);
  const names = groups.flatMap(({ packages }) => packages.map(({ name }) => name));
  expect(new Set(names).size).toBe(names.length);
});

test('what only the server, the tests or the types need is not named', () => {
  const names = groups.flatMap(({ packages }) => packages.map(({ name }) => name));
  expect(names.filter((name) => /^(@types\/|vitest|typescript|@libsql|@google\/genai|wrangler)/.test(name))).toEqual(
    [],
  );
});

test('the list is the same every time', () => {
  expect(licenceGroups()).toEqual(groups);
});
