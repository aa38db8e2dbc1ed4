/** What runs on both hosts, and what on Node alone: each test of the battery and of generation is one or the other. */
import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { filesOnNodeOnly, onNodeOnly } from '#tests/workerd/differences.ts';

const root = new URL('../../../', import.meta.url);
const read = (path: string): Promise<string> => readFile(new URL(path, root), 'utf8');

async function files(): Promise<string[]> {
  const names = await readdir(new URL('tests/api/', root));
  return names.flatMap((name) => /^((?:battery|generation)[-\w]*)\.test\.ts$/.exec(name)?.[1] ?? []).toSorted();
}

test('every file of the battery and of generation runs in workerd, or is named with a reason why not', async () => {
  const project = /name: 'edge-api',[\s\S]*?\]/.exec(await read('vite.config.ts'))?.[0] ?? '';
  const lists = project.matchAll(/'tests\/api\/(battery|generation)([-\w]*)\{([^}]*)\}\.test\.ts'/g);
  const included = Array.from(lists).flatMap(([, kind = '', dash = '', endings = '']) =>
    endings.split(',').map((ending) => `${kind}${dash}${ending}`),
  );
  expect([...included, ...Object.keys(filesOnNodeOnly)].toSorted()).toEqual(await files());
});

test('what is left out by name is there to be left out', async () => {
  const all = (await Promise.all((await files()).map((name) => read(`tests/api/${name}.test.ts`)))).join('\n');
  const titles = Object.keys(onNodeOnly).map((name) => name.replace(/^.* > /, '').replace(/ on (omni|veo-3\.1)$/, ''));
  expect(titles.filter((title) => !all.includes(title))).toEqual([]);
  expect(titles.length).toBeGreaterThan(3);
});
