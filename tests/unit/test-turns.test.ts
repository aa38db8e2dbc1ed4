/** Which tests a push runs: each slow file in one of three turns, and whenever what it tests has changed. */
import { existsSync } from 'node:fs';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { budgetLines, overBudget } from '#scripts/budget.mjs';
import { importGraph } from '#scripts/import-graph.mjs';
import { dealtOut, readWeights, testFilesIn, touchedBy } from '#scripts/test-files.mjs';

const slow = { a: { seconds: 50 }, b: { seconds: 40 }, c: { seconds: 30 }, d: { seconds: 20 }, e: { seconds: 10 } };
const turnsOf = (weights: Record<string, { turn: number }>) =>
  Object.fromEntries(Object.entries(weights).map(([file, { turn }]) => [file, turn]));

test('a cycle deals the longest out first, each to the lightest turn', () => {
  expect(turnsOf(dealtOut(slow, 3))).toEqual({ a: 0, b: 1, c: 2, d: 2, e: 1 });
});

test('within a cycle each file keeps its turn, and a new one takes the lightest', () => {
  const before = dealtOut(slow, 3);
  const run = { fileSeconds: { a: 200, e: 1 }, slowness: 2 };
  const after = dealtOut({ ...before, f: { seconds: 5 } }, 4, run);
  expect(turnsOf(after)).toEqual({ ...turnsOf(before), f: 1 });
  expect([after['a']?.seconds, after['b']?.seconds]).toEqual([100, 40]);
  // The next cycle deals by what was recorded.
  expect(turnsOf(dealtOut(after, 6))).toEqual({ a: 0, b: 1, c: 2, d: 2, e: 1, f: 1 });
});

test('a file runs when what it imports or watches has changed', async () => {
  const root = await checkout({
    'package.json': JSON.stringify({ imports: { '#shared/*': './shared/*' } }),
    'tests/slow.test.ts': `import { plan } from '#shared/plan.ts';`,
    'tests/other.test.ts': `import '../shared/alone.ts';`,
    'shared/plan.ts': `export { cut } from './cut.ts';\nconst lazy = () => import('./lazy.ts');`,
    'shared/cut.ts': `new Worker(new URL('./cut.worker.ts', import.meta.url));`,
  });
  const graph = importGraph(root);
  const weights = {
    'tests/slow.test.ts': { seconds: 1, turn: 0 },
    'tests/other.test.ts': { seconds: 1, turn: 0, watches: ['web/sync'] },
  };
  const touched = (path: string) => touchedBy([path], weights, graph);
  const imported = ['shared/plan.ts', 'shared/cut.ts', 'shared/lazy.ts', 'shared/cut.worker.ts', 'tests/slow.test.ts'];
  expect(imported.map(touched)).toEqual(imported.map(() => ['tests/slow.test.ts']));
  const watched = ['shared/alone.ts', 'web/sync/drain.ts'];
  expect(watched.map(touched)).toEqual(watched.map(() => ['tests/other.test.ts']));
  expect(touched('shared/none.ts')).toEqual([]);
});

test('every slow file is there, has a turn, and what it watches is there, too', () => {
  const files = testFilesIn(['unit', 'architecture', 'api', 'browser', 'workerd', 'firefox', 'e2e']);
  const weights = readWeights();
  expect(Object.keys(weights).filter((file) => !files.includes(file))).toEqual([]);
  expect(Object.values(weights).filter(({ turn }) => ![0, 1, 2].includes(turn))).toEqual([]);
  const watched = Object.values(weights).flatMap(({ watches = [] }) => watches);
  expect(watched.filter((path) => !existsSync(path))).toEqual([]);
  // Files that run a built product import none of it.
  const unwatched = Object.keys(weights).filter((file) => /^tests\/(e2e|firefox|workerd)\//.test(file));
  expect(unwatched.filter((file) => (weights[file]?.watches ?? []).length === 0)).toEqual([]);
});

test('time is held against a budget that grows with the slowness of the machine', () => {
  const results = [{ step: 'unit tests', seconds: 1000, files: [{ name: 'tests/unit/a.test.ts', seconds: 31 }] }];
  expect(budgetLines(results, 1)).toContainEqual(expect.stringMatching(/^ 1000 s {2}unit tests, of \d+ s: OVER$/));
  expect(budgetLines(results, 1)).toContain('   31.0 s  tests/unit/a.test.ts');
  expect(budgetLines(results, 1000)).not.toContainEqual(expect.stringContaining('OVER'));
  expect(overBudget({ 'unit tests': 1000 }, 1)).toEqual([expect.stringMatching(/^unit tests: 1000 s of \d+ s$/)]);
  expect(overBudget({ 'unit tests': 1000 }, 1.3)).toEqual([]);
});

/** A folder with these files; it goes when the test has ended. */
async function checkout(files: Record<string, string>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'storyreel-checkout-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
}
