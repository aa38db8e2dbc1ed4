/** Runs the project's checks and tests as child processes and counts what passed. */
import { spawn } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * @typedef {{ name: string, command: string[], report?: string, env?: Record<string, string> }} Step
 * `report` is a JSON file that vitest or Playwright writes; without one a step counts as a single check.
 */

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
});

/** @type {Step} */
export const endToEndStep = {
  name: 'end-to-end tests',
  command: ['playwright', 'test'],
  report: 'test-results/e2e.json',
};

/** Runs one step; its output goes to the terminal. Resolves to what passed and failed in it. */
export async function runStep(step) {
  console.log(`\n── ${step.name}`);
  if (step.report) await rm(`${root}${step.report}`, { force: true });
  await mkdir(`${root}test-results`, { recursive: true });
  const startedAt = performance.now();
  const exitCode = await run(step.command, step.env);
  const counted = step.report
    ? await readReport(step.report)
    : { passed: exitCode === 0 ? 1 : 0, failed: exitCode === 0 ? 0 : 1 };
  // A runner that broke before or beside its tests has failed, whatever its report says.
  const failed = exitCode !== 0 && counted.failed === 0 ? 1 : counted.failed;
  console.log(
    `── ${step.name}: ${counted.passed} passed, ${failed} failed, ${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
  );
  return { passed: counted.passed, failed };
}

/** Runs steps one after another, also past a failure, and ends the process with the totals. */
export async function runAll(steps) {
  let passed = 0;
  let failed = 0;
  for (const step of steps) {
    const result = await runStep(step);
    passed += result.passed;
    failed += result.failed;
  }
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}

function run([command, ...args], env = {}) {
  return new Promise((resolve, reject) => {
    const path = `${root}node_modules/.bin:${process.env.PATH}`;
    const child = spawn(command, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, PATH: path, NODE_ENV: undefined, ...env },
    });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

async function readReport(file) {
  let report;
  try {
    report = JSON.parse(await readFile(`${root}${file}`, 'utf8'));
  } catch {
    return { passed: 0, failed: 1 };
  }
  if (report.stats) return { passed: report.stats.expected, failed: report.stats.unexpected + report.stats.flaky };
  return { passed: report.numPassedTests, failed: report.numFailedTests };
}
