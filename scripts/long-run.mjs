/**
 * `npm run test:long`: large counts, large files, whole films, and times, in parts of at most 100 minutes each on a quiet
 * machine. `npm run test:long -- kills` runs one; without a name, each that hasn't passed on this commit's tree. What a part
 * came to is kept in `tests/long-run.json`, so that no part is forgotten.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { buildStep, endToEndStep, installEdgeTools, installTools, root, runAll, vitestStep } from './steps.mjs';
import { readTurn } from './test-files.mjs';
import { testSeed, treeHash } from './test-values.mjs';

/** As many pushes may pass before a part must run again. */
export const MOST_PUSHES = 12;

const unit = vitestStep('unit');
const api = vitestStep('api');
const browser = vitestStep('browser');
const edge = vitestStep('edge', ['workerd']);

/** A step with some files, and counts in its environment. */
const step = (base, name, files, env) => ({
  ...base,
  name,
  command: [...base.command, ...files, ...(base === endToEndStep ? [] : ['--testTimeout=3600000'])],
  env,
});
const properties = (runs, files = [], base = unit) =>
  step(base, `${base.name}, ${runs} runs of each property`, files, { TEST_RUNS: String(runs) });

/** @type {Record<string, import('./steps.mjs').Step[]>} */
const parts = {
  properties: [properties(1000)],
  convergence: [properties(10_000, ['tests/unit/sync/convergence'])],
  edits: [
    properties(10_000, [
      'tests/unit/editor/split-scenes',
      'tests/unit/editor/edits',
      'tests/unit/editor/audio-edits',
      'tests/unit/editor/clipboard',
      'tests/unit/shared/text-changes',
      'tests/unit/timeline',
    ]),
    properties(20_000, ['tests/unit/media/plan-export', 'tests/unit/media/avc', 'tests/unit/shared/movie']),
  ],
  devices: [
    step(
      unit,
      '1000 interleavings over the real API, uploads cut 200 times, a project file of 5 GB and 2000 senseless ones',
      [
        'tests/unit/sync/real-interleavings',
        'tests/unit/sync/uploads-cut',
        'tests/unit/storyreel-file/large',
        'tests/unit/storyreel-file/senseless',
      ],
      { TEST_INTERLEAVINGS: '1000', TEST_UPLOAD_CUTS: '200', TEST_FILE_GB: '5', TEST_SENSELESS_FILES: '2000' },
    ),
    buildStep,
    step(endToEndStep, 'a browser killed 50 times', ['browser-kill'], { TEST_BROWSER_KILLS: '50' }),
  ],
  requests: [
    properties(10_000, ['tests/api/battery-random'], api),
    step(api, 'two thousand probes of a stranger', ['tests/api/stranger-probes'], { TEST_PROBES: '2000' }),
    step(api, 'two greedy people', ['tests/api/greedy-people'], {
      TEST_GREEDY_PROJECTS: '20',
      TEST_GREEDY_BATTERY: '60',
    }),
  ],
  kills: [
    step(api, 'servers killed 1000 times', ['tests/api/kill'], {
      TEST_KILLS: '1000',
      TEST_KILLS_UPLOADS: '200',
      TEST_KILLS_ONE_BY_ONE: '300',
      TEST_KILLS_A_POINT: '50',
    }),
    step(api, 'exports killed 300 times', ['tests/api/export-kill'], { TEST_EXPORT_KILLS: '300' }),
    step(api, 'disks full 100 times', ['tests/api/full-disk'], { TEST_FULL_DISKS: '100' }),
  ],
  edge: [
    buildStep,
    vitestStep('edge-api', []),
    properties(500, ['tests/api/queued-turns'], api),
    step(edge, 'a workerd that is thrown away 30 times', ['tests/workerd/thrown-away'], { TEST_THROWN_AWAY: '30' }),
    step(edge, 'data moved while it is cut off 60 times', ['tests/workerd/migrate-data'], { TEST_CUTS: '60' }),
  ],
  twins: [
    step(browser, '40 random projects written twice', ['tests/browser/server-parity'], { VITE_PARITY_RUNS: '40' }),
    step(browser, '20 random mixes before encoding', ['tests/browser/preview-mix'], { VITE_MIXES: '20' }),
    properties(200, ['tests/api/movie-writer-inputs'], api),
  ],
  damage: [
    step(browser, '60 own files of each kind', ['tests/browser/own-files-odd'], { VITE_ODD_OWN_FILES: '60' }),
    step(browser, '200 damaged clips', ['tests/browser/media-bad-clips'], { VITE_BAD_CLIPS: '200' }),
  ],
  'chromium-films': [vitestStep('long-chromium', ['long/chromium'])],
  'firefox-films': [buildStep, vitestStep('long-firefox', ['long/firefox'])],
  times: [
    buildStep,
    step(endToEndStep, 'web vitals, edits that come home, and a second start', ['web-vitals', 'offline-job', 'start'], {
      TEST_VITALS: '1',
    }),
    {
      name: 'many people at once on Node',
      command: ['node', 'scripts/bench.mjs', '--only', 'load', '--seconds', '8'],
      env: { LOAD_GATE: '1' },
    },
  ],
};

const file = `${root}tests/long-run.json`;

/** @typedef {{ number: number, tree: string, seed: number, minutes: number, result: string }} LongRun of a part, at a push */

/** @returns {Record<string, LongRun>} by part */
const readRuns = () => JSON.parse(readFileSync(file, 'utf8'));

/** @returns {[part: string, pushes: number][]} how many pushes ago each part ran; one that never did, since the first push */
export function agesOfParts() {
  const runs = readRuns();
  return Object.keys(parts).map((part) => [part, readTurn().number - (runs[part]?.number ?? 0)]);
}

/** @returns {string[]} lines to print */
export function longAges() {
  const runs = readRuns();
  return [
    '── long parts, by pushes since they ran',
    ...agesOfParts().map(
      ([part, age]) => `${String(age).padStart(5)}    ${part}: ${runs[part]?.result ?? 'never ran'}`,
    ),
  ];
}

/** @param {string[]} wanted names of parts; none: all that haven't passed on this tree */
export async function runLong(wanted) {
  const unknown = wanted.filter((part) => !(part in parts));
  if (unknown.length > 0) {
    console.error(`No such part: ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}.`);
    process.exitCode = 1;
    return;
  }
  installTools();
  installEdgeTools();
  const tree = treeHash() ?? 'unknown';
  const isDone = (part) => readRuns()[part]?.tree === tree && readRuns()[part]?.result.endsWith(' 0 failed');
  const due = wanted.length > 0 ? wanted : Object.keys(parts).filter((part) => !isDone(part));
  let isRight = true;
  for (const part of due) {
    console.log(`\n── part ${part}, seed ${testSeed()}`);
    const startedAt = performance.now();
    const results = await runAll([parts[part]]);
    const sum = (count) => results.reduce((total, result) => total + result[count], 0);
    const minutes = Math.round((performance.now() - startedAt) / 60_000);
    const result = `${sum('passed')} passed, ${sum('failed')} failed`;
    const runs = { ...readRuns(), [part]: { number: readTurn().number, tree, seed: testSeed(), minutes, result } };
    writeFileSync(file, `${JSON.stringify(runs, null, 2)}\n`);
    isRight &&= process.exitCode === 0;
  }
  process.exitCode = isRight ? 0 : 1;
}
