/** Runs the project's checks and tests as child processes, and counts what passed and how long it took. */
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { runWithin } from './run-within.mjs';
import { testFilesIn } from './test-files.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * @typedef {{ name: string, command: string[], report?: string, files?: string[], env?: Record<string, string> }} Step
 * `report`: a JSON file that vitest or Playwright writes; without one a step counts as a single check. `files`: all test files
 * of the step; it can be run with some of them.
 *
 * @typedef {Step | Lane[]} LaneStep Lanes in the place of a step run side by side; what comes after them waits for all.
 * @typedef {LaneStep[]} Lane Steps that run one after another, also past a failure.
 *
 * @typedef {{ all: number, step: number }} Limits
 * Milliseconds that all steps together and each of them may take: whatever hangs, the totals are told.
 *
 * @typedef {{ step: string, passed: number, failed: number, seconds: number, failures: string[],
 *   files: { name: string, seconds: number, passed: number, failed: number }[], isLate?: boolean, unsteady?: string[] }} Result
 */

/** Installs browsers and what judges movies, where they are missing; ends the process where that can't be done. */
export function installTools() {
  runFirst('scripts/install-test-tools.mjs');
}

/** Installs what runs and bundles the Worker. */
export function installEdgeTools() {
  runFirst('scripts/install-edge-tools.mjs');
}

function runFirst(script) {
  try {
    execFileSync(process.execPath, [script], { cwd: root, stdio: 'inherit' });
  } catch {
    process.exit(1);
  }
}

/** @type {Step} */
export const buildStep = { name: 'build', command: ['node', 'scripts/build.mjs', '--if-changed'] };

/** @type {Step[]} Types, lint, format, unused code. */
export const checkSteps = [
  { name: 'types', command: ['tsc', '-b'] },
  { name: 'lint', command: ['oxlint'] },
  { name: 'format', command: ['oxfmt', '--check', '.'] },
  { name: 'unused code', command: ['knip'] },
];

/** @type {(project: string, folders?: string[]) => Step} One vitest project. */
export const vitestStep = (project, folders = [project]) => ({
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
  files: testFilesIn(folders),
});

/** @type {Step} */
export const endToEndStep = {
  name: 'end-to-end tests',
  command: ['playwright', 'test'],
  report: 'test-results/e2e.json',
  files: testFilesIn(['e2e']),
};

/** @returns {Step | undefined} the step with those of its files that are wanted; nothing where none of them is */
export function withFiles(step, isWanted) {
  if (!step.files || step.files.every(isWanted)) return step;
  const files = step.files.filter(isWanted);
  return files.length === 0 ? undefined : { ...step, files, command: [...step.command, ...files] };
}

/** Steps that run beside the first lane take the time that it leaves, as it waits for pages and draws. */
const BESIDE_NICENESS = 10;

/** More failures than this have a cause that running them again won't remove; and Playwright ends at the next. */
const FEW = 4;

/** No limit: as many milliseconds as a timer takes. */
const EVER = 2 ** 31 - 1;

/** Left of the time of all steps, less than this isn't worth a second try. */
const WORTH_A_TRY_MS = 60_000;

/**
 * Runs lanes side by side. A few failed tests are then run once more with nothing beside them; those that pass now count as
 * passed, and are named. Prints the totals at last, and sets the process's exit code by them. A step that stands in several
 * lanes runs once, and each of them waits for it.
 * @param {Lane[]} lanes what the first prints goes to the terminal as it comes; of the others, when a step has ended
 * @param {{ limits?: Limits, beforeTotals?: (results: Result[]) => unknown }} [options] A step that reaches a limit is ended
 * and has failed. `beforeTotals` may print.
 * @returns {Promise<Result[]>}
 */
export async function runAll(lanes, { limits = { all: EVER, step: EVER }, beforeTotals } = {}) {
  await mkdir(`${root}test-results`, { recursive: true });
  const endsAt = performance.now() + limits.all;
  const limitNow = () => Math.max(0, Math.min(limits.step, endsAt - performance.now()));
  /** @type {Map<Step, Promise<Result>>} */
  const running = new Map();
  const runLane = async (lane, how) => {
    for (const step of lane) {
      if (Array.isArray(step)) {
        await Promise.all(step.map((inner) => runLane(inner, { ...how, isShown: false })));
        continue;
      }
      const begun = running.get(step) ?? runStep(step, how, limitNow());
      running.set(step, begun);
      await begun;
    }
  };
  await Promise.all(
    lanes.map((lane, index) => runLane(lane, { isShown: index === 0, niceness: index === 0 ? 0 : BESIDE_NICENESS })),
  );
  /** @type {Result[]} */
  const results = [];
  for (const [step, result] of running) results.push(await secondTry(step, await result, limitNow()));
  await beforeTotals?.(results);
  const sum = (count) => results.reduce((total, result) => total + result[count], 0);
  const unsteady = results.flatMap((result) => result.unsteady ?? []);
  if (unsteady.length > 0)
    console.log(`\n── what passed only alone, the second time: mend it\n\n${unsteady.join('\n\n')}`);
  // Said again at the end: of a long output, its end is what is read and kept.
  const failures = results.flatMap((result) => result.failures);
  if (failures.length > 0) console.log(`\n── what failed\n\n${failures.join('\n\n')}`);
  const [passed, failed] = [sum('passed'), sum('failed')];
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
  return results;
}

/** Runs the files of a step's few failed tests again, if it can. Resolves to what counts of both runs. */
async function secondTry(step, first, limitMs) {
  const failedFiles = first.files.filter((file) => file.failed > 0);
  // What a step that was ended had still before it would never run.
  if (first.failed === 0 || first.failed > FEW || first.isLate || failedFiles.length === 0) return first;
  if (limitMs < WORTH_A_TRY_MS) return first;
  const names = new Set(failedFiles.map(({ name }) => name));
  const command = [...step.command.filter((part) => !step.files?.includes(part)), ...names];
  const again = { ...step, name: `${step.name}, once more`, command };
  const second = await runStep(again, { isShown: true, niceness: 0 }, limitMs);
  const passedBefore = failedFiles.reduce((total, { passed }) => total + passed, 0);
  const both = { ...second, step: first.step, seconds: first.seconds, files: first.files };
  const passed = first.passed - passedBefore + second.passed;
  if (second.failed === 0) return { ...both, passed, unsteady: first.failures };
  const firstFailures = first.failures.map((failure) => `The first time, ${failure}`);
  return { ...both, passed, failures: [...firstFailures, ...second.failures] };
}

/** Runs one step. Resolves to how many passed and failed in it, and what is to be said of each failure. */
async function runStep(step, { isShown, niceness }, limitMs) {
  if (limitMs === 0) {
    const failures = [`${step.name}: not begun, as no time was left`];
    return { step: step.name, passed: 0, failed: 1, seconds: 0, failures, files: [] };
  }
  if (isShown) console.log(`\n── ${step.name}`);
  if (step.report) await rm(`${root}${step.report}`, { force: true });
  const startedAt = performance.now();
  const { exitCode, output, isLate, leftOthers } = await runWithin(
    step.command,
    {
      cwd: root,
      env: { ...process.env, PATH: `${root}node_modules/.bin:${process.env.PATH}`, NODE_ENV: undefined, ...step.env },
      niceness,
      isShown,
    },
    limitMs,
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const counted = step.report
    ? await readReport(step.report)
    : { passed: exitCode === 0 ? 1 : 0, failed: exitCode === 0 ? 0 : 1, failures: [], files: [] };
  // A runner that broke or was ended before or beside its tests has failed, whatever its report says.
  const isBroken = isLate || exitCode !== 0;
  const failed = isBroken && counted.failed === 0 ? 1 : counted.failed;
  if (leftOthers) console.log(`── ${step.name} ended before processes that it had started; they were killed`);
  console.log(
    `${isShown ? '' : `\n── ${step.name}\n${output}`}── ${step.name}: ${counted.passed} passed, ${failed} failed, ${seconds.toFixed(1)} s`,
  );
  const failures = counted.failures.map((failure) => shortened(`${step.name}: ${failure}`));
  if (isLate)
    failures.push(`${step.name}: ended after ${seconds.toFixed(1)} s, as it took too long\n${lastOf(output)}`);
  else if (failed > 0 && failures.length === 0) failures.push(`${step.name}\n${lastOf(output)}`);
  return { step: step.name, passed: counted.passed, failed, seconds, failures, files: counted.files, isLate };
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
      files: playwrightFiles(report.suites),
    };
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    failures: report.testResults.flatMap(vitestFailures),
    files: report.testResults.map(({ name, status, startTime, endTime, assertionResults }) => ({
      name: name.replace(root, ''),
      seconds: (endTime - startTime) / 1000,
      passed: assertionResults.filter((test) => test.status === 'passed').length,
      // A file that couldn't be loaded has no tests that failed.
      failed: status === 'failed' ? Math.max(1, assertionResults.filter((test) => test.status === 'failed').length) : 0,
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
function playwrightFailures(suite) {
  return specsOf(suite)
    .filter((spec) => !spec.ok)
    .map((spec) => {
      const errors = spec.tests.flatMap((test) => test.results).flatMap((result) => result.errors ?? []);
      return `${spec.file}:${spec.line} > ${spec.title}\n${errors.map((error) => error.message).join('\n')}`;
    });
}

/** Of each file, over all projects that it runs in. */
function playwrightFiles(suites) {
  const files = new Map();
  for (const suite of suites) {
    const name = `tests/e2e/${suite.file}`;
    const file = files.get(name) ?? { name, seconds: 0, passed: 0, failed: 0 };
    for (const spec of specsOf(suite)) {
      file.seconds += spec.tests
        .flatMap((test) => test.results)
        .reduce((sum, { duration }) => sum + duration / 1000, 0);
      file.passed += spec.tests.filter((test) => test.status === 'expected').length;
      if (!spec.ok) file.failed += 1;
    }
    files.set(name, file);
  }
  return [...files.values()];
}

const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];
