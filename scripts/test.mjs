/**
 * `npm test`: everything that must hold, from types to end to end. Named parts run alone: `npm run test:unit`. Slow files take
 * turns (`test-files.mjs`); `npm run test:full` runs all of them, `npm run test:full -- 2/3` a third of everything.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { budgetLines } from './budget.mjs';
import { calibrate } from './calibrate.mjs';
import { longAges, runLong } from './long-run.mjs';
import {
  buildStep,
  checkSteps,
  endToEndStep,
  installEdgeTools,
  installTools,
  root,
  runAll,
  vitestStep,
  withFiles,
} from './steps.mjs';
import { filesOfRun, readTurn } from './test-files.mjs';
import { testSeed } from './test-values.mjs';

const edgeSteps = [
  {
    name: 'edge bundle',
    command: ['tests/edge/node_modules/.bin/wrangler', 'deploy', '--dry-run', '--outdir', 'dist/edge'],
    env: { WRANGLER_SEND_METRICS: 'false' },
  },
  { name: 'edge bundle has no Node file system', command: ['node', 'scripts/check-edge-bundle.mjs'] },
  vitestStep('edge', ['workerd']),
  // Of the tests that run on both hosts, half a minute's; `npm run test:long` has all of them.
  {
    ...vitestStep('edge-api', []),
    command: [
      ...vitestStep('edge-api', []).command,
      'tests/api/battery-rows',
      'tests/api/changes',
      'tests/api/generation-breakdown',
      'tests/api/generation-veo',
    ],
    env: { TEST_RUNS: '5' },
  },
];
const unit = vitestStep('unit', ['unit', 'architecture']);
const api = vitestStep('api');
const browser = vitestStep('browser');
const firefox = vitestStep('firefox');
const sizeStep = { name: 'size', command: ['size-limit'] };

const parts = {
  unit: [unit],
  api: [buildStep, api],
  browser: [browser],
  firefox: [buildStep, firefox],
  edge: [buildStep, ...edgeSteps],
  size: [buildStep, sizeStep],
  e2e: [buildStep, endToEndStep],
};

const MINUTE_MS = 60_000;

const [name, ...rest] = process.argv.slice(2);
if (name === undefined) await runEverything();
else if (name === 'full') await runEverything(rest[0]);
else if (name === 'long') await runLong(rest);
else if (name in parts) await runPart(parts[name]);
else {
  console.error(`No such part: ${name}. There are: ${[...Object.keys(parts), 'full', 'long'].join(', ')}.`);
  process.exitCode = 1;
}

/** All files of a part, in any turn. */
async function runPart(steps) {
  installTools();
  if (steps.some((step) => edgeSteps.includes(step) || step === endToEndStep)) installEdgeTools();
  await runAll([steps]);
}

/** @param {string} [shard] "2/3": a third of all files, slow ones too; undefined: quick files, and the slow ones of this turn */
async function runEverything(shard) {
  installTools();
  installEdgeTools();
  const isFull = process.argv[2] === 'full';
  if (isFull) process.env.TEST_TURN = 'all';
  const { slowness, seconds } = await calibrate();
  process.env.TEST_SLOWNESS = String(slowness);
  const { turn, slow, changed, runs } = filesOfRun();
  console.log(
    [
      `Machine ×${slowness.toFixed(1)}, seed ${testSeed()}, push ${readTurn().number}, turn ${turn}: ${slow.length} slow files`,
      ...changed.map((file) => `  and ${file}, as what it tests has changed`),
    ].join('\n'),
  );
  const chosen = (step) => {
    const some = withFiles(step, runs);
    if (!some?.report) return some ? [some] : [];
    return [shard ? { ...some, command: [...some.command, `--shard=${shard}`, '--pass-with-no-tests'] } : some];
  };
  const results = await runAll(
    [
      [
        buildStep,
        // One after the other: each keeps two cores busy, and beside others their tests would wait for more than their time.
        ...[unit, endToEndStep, api, browser].flatMap(chosen),
        // Both wait half of their time.
        [edgeSteps.flatMap(chosen), chosen(firefox)],
      ],
      // What takes its time, and has none to keep.
      [...checkSteps, buildStep, sizeStep],
    ],
    {
      limits: isFull ? undefined : { all: 86 * MINUTE_MS, step: 55 * MINUTE_MS },
      beforeTotals: (ended) => console.log(`\n${[...budgetLines(ended, slowness), ...longAges()].join('\n')}`),
    },
  );
  await mkdir(`${root}test-results`, { recursive: true });
  const files = results.flatMap((result) => result.files.map(({ name: file, seconds: taken }) => [file, taken]));
  const run = {
    slowness,
    machineSeconds: seconds,
    stepSeconds: Object.fromEntries(results.map((result) => [result.step, result.seconds])),
    fileSeconds: Object.fromEntries(files),
  };
  await writeFile(`${root}test-results/run.json`, JSON.stringify(run, null, 2));
}
