/** Runs the project's checks and tests as child processes and counts what passed. */
import { mkdir, readFile, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { runWithin } from './run-within.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * @typedef {{ name: string, command: string[], report?: string, again?: (files: string[]) => string[],
 *   env?: Record<string, string>, isRequired?: boolean }} Step
 * `report` is a JSON file that vitest or Playwright writes; without one a step counts as a single check.
 * `again` is what to add to the command to run only the files of failed tests.
 * Where a required step fails, its lane ends.
 *
 * @typedef {{ all: number, step: number }} Limits
 * Milliseconds that all steps together and each of them may take: whatever hangs, the totals are told.
 */

/** @type {Step} Browsers and what judges movies. */
export const toolsStep = { name: 'test tools', command: ['node', 'scripts/install-test-tools.mjs'], isRequired: true };

/** What runs and bundles the Worker. @type {Step} */
export const edgeToolsStep = {
  name: 'edge tools',
  command: ['node', 'scripts/install-edge-tools.mjs'],
  isRequired: true,
};

/** @type {Step} */
export const buildStep = { name: 'build', command: ['node', 'scripts/build.mjs', '--if-changed'] };

/** @type {Step[]} Types, lint, format, unused code. */
export const checkSteps = [
  { name: 'types', command: ['tsc', '-b'] },
  { name: 'lint', command: ['oxlint'] },
  { name: 'format', command: ['oxfmt', '--check', '.'] },
  { name: 'unused code', command: ['knip'] },
];

/** @type {(project: string) => Step} One vitest project. */
export const vitestStep = (project) => ({
  name: `${project} tests`,
  command: [
    'vitest',
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${root}test-results/${project}.json`,
  ],
  report: `test-results/${project}.json`,
  again: (files) => files,
});

/** @type {Step} */
export const endToEndStep = {
  name: 'end-to-end tests',
  command: ['playwright', 'test'],
  report: 'test-results/e2e.json',
  // Whole files: what a test needs may have been done by those before it.
  again: (files) => files,
};

/** Steps that run beside the first lane take the time that it leaves, as it waits for pages and draws. */
const BESIDE_NICENESS = 10;

/** More failures than this in one step have a cause that running them again won't remove. */
const FEW = 5;

/** No limit: as many milliseconds as a timer takes. */
const EVER = 2 ** 31 - 1;

/** Left of the time of all steps, less than this isn't worth a second try. */
const WORTH_A_TRY_MS = 60_000;

/**
 * Runs lanes of steps side by side, and the steps of each lane one after another, also past a failure. A few failed tests are
 * then run once more with nothing beside them; those that pass now count as passed, and are named. Ends the process with the
 * totals. A step that stands in several lanes runs once, and each of them waits for it.
 * @param {Step[][]} lanes what the first prints goes to the terminal as it comes; of the others, when a step has ended
 * @param {Limits} [limits] A step that reaches one is ended and has failed.
 */
export async function runAll(lanes, limits = { all: EVER, step: EVER }) {
  await mkdir(`${root}test-results`, { recursive: true });
  const endsAt = performance.now() + limits.all;
  const limitNow = () => Math.max(0, Math.min(limits.step, endsAt - performance.now()));
  const results = new Map();
  await Promise.all(
    lanes.map(async (steps, index) => {
      for (const step of steps) {
        if (!results.has(step)) results.set(step, runStep(step, index === 0, limitNow()));
        const { failed } = await results.get(step);
        if (failed > 0 && step.isRequired) return;
      }
    }),
  );
  const ended = [];
  for (const [step, result] of results) ended.push(await secondTry(step, await result, limitNow()));
  const sum = (count) => ended.reduce((total, result) => total + result[count], 0);
  const unsteady = ended.flatMap((result) => result.unsteady ?? []);
  if (unsteady.length > 0)
    console.log(`\n── what passed only alone, the second time: mend it\n\n${unsteady.join('\n\n')}`);
  // Said again at the end: of a long output, its end is what is read and kept.
  const failures = ended.flatMap((result) => result.failures);
  if (failures.length > 0) console.log(`\n── what failed\n\n${failures.join('\n\n')}`);
  const [passed, failed] = [sum('passed'), sum('failed')];
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}

/** Runs the files of a step's few failed tests again, if it can. Resolves to what counts of both runs. */
async function secondTry(step, first, limitMs) {
  // What a step that was ended had still before it would never run.
  if (first.failed === 0 || first.failed > FEW || first.isLate || !step.again || first.files.length === 0) return first;
  if (limitMs < WORTH_A_TRY_MS) return first;
  const command = [...step.command, ...step.again(first.files.map(({ name }) => name))];
  const second = await runStep({ ...step, name: `${step.name}, once more`, command }, true, limitMs);
  const passedBefore = first.files.reduce((total, { passed }) => total + passed, 0);
  const passed = first.passed - passedBefore + second.passed;
  if (second.failed === 0) return { ...second, passed, unsteady: first.failures };
  const firstFailures = first.failures.map((failure) => `The first time, ${failure}`);
  return { ...second, passed, unsteady: [], failures: [...firstFailures, ...second.failures] };
}

/** Runs one step. Resolves to how many passed and failed in it, and what is to be said of each failure. */
async function runStep(step, isFirstLane, limitMs) {
  if (limitMs === 0)
    return { passed: 0, failed: 1, failures: [`${step.name}: not begun, as no time was left`], files: [] };
  if (isFirstLane) console.log(`\n── ${step.name}`);
  if (step.report) await rm(`${root}${step.report}`, { force: true });
  const startedAt = performance.now();
  const secondsNow = () => ((performance.now() - startedAt) / 1000).toFixed(1);
  const { exitCode, output, isLate, leftOthers } = await runWithin(
    step.command,
    {
      cwd: root,
      env: { ...process.env, PATH: `${root}node_modules/.bin:${process.env.PATH}`, NODE_ENV: undefined, ...step.env },
      niceness: isFirstLane ? 0 : BESIDE_NICENESS,
      isShown: isFirstLane,
    },
    limitMs,
  );
  const counted = step.report
    ? await readReport(step.report)
    : { passed: exitCode === 0 ? 1 : 0, failed: exitCode === 0 ? 0 : 1, failures: [], files: [] };
  // A runner that broke or was ended before or beside its tests has failed, whatever its report says.
  const isBroken = isLate || exitCode !== 0;
  const failed = isBroken && counted.failed === 0 ? 1 : counted.failed;
  if (leftOthers) console.log(`── ${step.name} ended before processes that it had started; they were killed`);
  console.log(
    `${isFirstLane ? '' : `\n── ${step.name}\n${output}`}── ${step.name}: ${counted.passed} passed, ${failed} failed, ${secondsNow()} s`,
  );
  const failures = counted.failures.map((failure) => shortened(`${step.name}: ${failure}`));
  if (isLate) failures.push(`${step.name}: ended after ${secondsNow()} s, as it took too long\n${lastOf(output)}`);
  else if (failed > 0 && failures.length === 0) failures.push(`${step.name}\n${lastOf(output)}`);
  return { passed: counted.passed, failed, failures, files: counted.files, isLate };
}

/** Characters of one failure that the end of the output repeats. */
const FAILURE_LENGTH = 1500;

function shortened(text) {
  const plain = stripVTControlCharacters(text);
  return plain.length > FAILURE_LENGTH ? `${plain.slice(0, FAILURE_LENGTH)}…` : plain;
}

function lastOf(output) {
  return stripVTControlCharacters(output).slice(-FAILURE_LENGTH / 2);
}

async function readReport(file) {
  let report;
  try {
    report = JSON.parse(await readFile(`${root}${file}`, 'utf8'));
  } catch {
    return { passed: 0, failed: 1, failures: [], files: [] };
  }
  if (report.stats)
    return {
      passed: report.stats.expected,
      failed: report.stats.unexpected + report.stats.flaky,
      failures: report.suites.flatMap(playwrightFailures),
      files: report.suites
        .filter((suite) => playwrightFailures(suite).length > 0)
        .map((suite) => ({ name: `tests/e2e/${suite.file}`, passed: playwrightPassed(suite) })),
    };
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    failures: report.testResults.flatMap(vitestFailures),
    files: report.testResults
      .filter(({ status }) => status === 'failed')
      .map(({ name, assertionResults }) => ({
        name: name.replace(root, ''),
        passed: assertionResults.filter((test) => test.status === 'passed').length,
      })),
  };
}

/** @returns {string[]} of a file's report by vitest: each failed test, or why the file could not be run */
function vitestFailures({ name, message, assertionResults }) {
  const file = name.replace(root, '');
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0) return message ? [`${file}\n${message}`] : [];
  return failed.map((test) => `${file} > ${test.fullName}\n${test.failureMessages.join('\n')}`);
}

/** @returns {string[]} of a suite's report by Playwright, and of the suites in it: each failed test */
function playwrightFailures({ specs = [], suites = [] }) {
  const own = specs
    .filter((spec) => !spec.ok)
    .map((spec) => {
      const errors = spec.tests.flatMap((test) => test.results).flatMap((result) => result.errors ?? []);
      return `${spec.file}:${spec.line} > ${spec.title}\n${errors.map((error) => error.message).join('\n')}`;
    });
  return [...own, ...suites.flatMap(playwrightFailures)];
}

/** @returns {number} how many tests passed in a suite of a report by Playwright, and in the suites in it */
function playwrightPassed({ specs = [], suites = [] }) {
  const own = specs.flatMap((spec) => spec.tests).filter((test) => test.status === 'expected').length;
  return suites.reduce((total, suite) => total + playwrightPassed(suite), own);
}
