/**
 * `npm run turn`, the last step before a push: gives the push its number, and with it a turn of the slow tests, and commits
 * `tests/turn.json`. Refuses where something isn't committed, a step of the last `npm test` here took over 1.3 times its
 * budget, or a part of `npm run test:long` has not run for too many pushes.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { overBudget } from './budget.mjs';
import { agesOfParts, MOST_PUSHES } from './long-run.mjs';
import { dealtOut, readTurn, readWeights } from './test-files.mjs';
import { TURNS } from './test-values.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const write = (name, value) => writeFileSync(`${root}tests/${name}`, `${JSON.stringify(value, null, 2)}\n`);

const runFile = `${root}test-results/run.json`;
const run = existsSync(runFile) ? JSON.parse(readFileSync(runFile, 'utf8')) : undefined;

const refusals = [
  ...(git('status', '--porcelain') === '' ? [] : ['Some changes are not committed.']),
  ...(run ? overBudget(run.stepSeconds, run.slowness).map((over) => `Over the budget: ${over}.`) : []),
  ...agesOfParts()
    .filter(([, pushes]) => pushes + 1 > MOST_PUSHES)
    .map(([part, pushes]) => `Part ${part} ran ${pushes} pushes ago: npm run test:long -- ${part}`),
];
if (refusals.length > 0) {
  console.error(refusals.join('\n'));
  process.exit(1);
}

const number = readTurn().number + 1;
write('turn.json', { number, tree: git('log', '-1', '--format=%T', '--', 'tests/turn.json') });
write('weights.json', dealtOut(readWeights(), number, run));
git(
  'commit',
  '--quiet',
  '--message',
  `Give push ${number} its turn of the slow tests`,
  'tests/turn.json',
  'tests/weights.json',
);
console.log(`Push ${number}: turn ${number % TURNS} of ${TURNS}.`);
