/** `npm test`: everything that must hold, from types to end to end. Named parts run alone: `npm run test:unit`. */
import { buildStep, checkSteps, edgeToolsStep, endToEndStep, runAll, toolsStep, vitestStep } from './steps.mjs';

const unit = vitestStep('unit');
/** Of the large counts. The same values are tried again by `TEST_SEED=… npm run test:long`. */
const seed = process.env.TEST_SEED ?? String(Date.now() % 2 ** 31);
const largeCounts = (runs, files = [], step = unit) => ({
  ...step,
  name: `${step.name}, ${runs} runs of each property, seed ${seed}`,
  command: [...step.command, ...files, '--testTimeout=3600000'],
  env: { TEST_RUNS: String(runs), TEST_SEED: seed },
});
/** A thousand kills at random, each point between two steps fifty times over, and a stranger who tries every door. */
const api = vitestStep('api');
const manyKills = {
  ...api,
  name: `servers killed 1000 times, 2000 probes of a stranger, seed ${seed}`,
  command: [...api.command, 'tests/api/kill', 'tests/api/stranger-probes'],
  env: {
    TEST_PROBES: '2000',
    TEST_KILLS: '1000',
    TEST_KILLS_UPLOADS: '200',
    TEST_KILLS_ONE_BY_ONE: '300',
    TEST_KILLS_A_POINT: '50',
    TEST_LONG: '1',
    TEST_SEED: seed,
  },
};
/** Two devices and the real API a thousand times, uploads over a line that breaks, and saved projects: of five gigabytes, and senseless. */
const longWays = {
  ...unit,
  name: `1000 interleavings over the real API, uploads cut 200 times, a project file of 5 GB and 2000 senseless ones, seed ${seed}`,
  command: [
    ...unit.command,
    'tests/unit/sync/real-interleavings',
    'tests/unit/sync/uploads-cut',
    'tests/unit/storyreel-file/large',
    'tests/unit/storyreel-file/senseless',
    '--testTimeout=3600000',
  ],
  env: {
    TEST_INTERLEAVINGS: '1000',
    TEST_UPLOAD_CUTS: '200',
    TEST_FILE_GB: '5',
    TEST_SENSELESS_FILES: '2000',
    TEST_SEED: seed,
  },
};
/** Random projects that the browser and the server write alike. */
const browser = vitestStep('browser');
const manyTwins = {
  ...browser,
  name: `40 random projects written twice, seed ${seed}`,
  command: [...browser.command, 'tests/browser/server-parity'],
  env: { VITE_LONG: '1', VITE_PARITY_RUNS: '40', VITE_PARITY_SEED: seed },
};
/** What `npm test` leaves out of the browser’s tests. */
const longInBrowser = {
  ...browser,
  name: 'long movies in the browser',
  command: [
    ...browser.command,
    'tests/browser/media-formats',
    'tests/browser/media-sound',
    'tests/browser/media-odd-clips',
    'tests/browser/player-odd-clips',
    'tests/browser/media-said-and-done',
    'tests/browser/preview-music',
    'tests/browser/text-styles',
  ],
  env: { VITE_LONG: '1' },
};
/** Random mixes of music, voice-overs, and scenes, in the preview, the browser's export, and the server's. */
const manyMixes = {
  ...browser,
  name: `20 random mixes before encoding, seed ${seed}`,
  command: [...browser.command, 'tests/browser/preview-mix'],
  env: { VITE_MIXES: '20', VITE_PARITY_SEED: seed },
};
/** Clips, pictures, and sounds of many makes, whole and damaged. */
const manyOwnFiles = {
  ...browser,
  name: `60 own files of each kind, seed ${seed}`,
  command: [...browser.command, 'tests/browser/own-files-odd'],
  env: { VITE_ODD_OWN_FILES: '60', VITE_PARITY_SEED: seed },
};
/** Whole movies, and the preview of random ones beside what the export makes of them. */
const longChromium = {
  ...vitestStep('long-chromium'),
  name: `movies and previews in Chromium, seed ${seed}`,
  env: { VITE_PARITY_SEED: seed },
};
/** Clips whose bytes were damaged, in the browser's export. */
const badClips = {
  ...browser,
  name: `200 damaged clips in the browser, seed ${seed}`,
  command: [...browser.command, 'tests/browser/media-bad-clips'],
  env: { VITE_BAD_CLIPS: '200', VITE_PARITY_SEED: seed },
};
/** Tests of the API and of generation in workerd: all that run on both hosts (about 15 minutes), and of them half a minute’s. */
const edgeApi = vitestStep('edge-api');
const someInWorkerd = {
  ...edgeApi,
  command: [
    ...edgeApi.command,
    'tests/api/battery-rows',
    'tests/api/changes',
    'tests/api/generation-breakdown',
    'tests/api/generation-veo',
  ],
  env: { TEST_RUNS: '5' },
};
/** Thirty times clips while the process of workerd is thrown away in the middle of steps. */
const thrownAway = {
  ...vitestStep('edge'),
  name: `generation in a workerd that is thrown away 30 times over, seed ${seed}`,
  command: [...vitestStep('edge').command, 'tests/workerd/thrown-away'],
  env: { TEST_THROWN_AWAY: '30', TEST_SEED: seed },
};
/** Data that moves to the edge and back, cut off and killed. */
const cutMoves = {
  ...vitestStep('edge'),
  name: `data moved while it is cut off 60 times and killed 20 times in each direction, seed ${seed}`,
  command: [...vitestStep('edge').command, 'tests/workerd/migrate-data', '--testTimeout=3600000'],
  env: { TEST_CUTS: '60', TEST_LONG: '1', TEST_SEED: seed },
};
/** Five hundred times clips on an edge whose isolates and messages can't be relied on. */
const unsteadyEdge = {
  ...api,
  name: `generation on an unsteady edge 500 times, seed ${seed}`,
  command: [...api.command, 'tests/api/queued-turns', '--testTimeout=3600000'],
  env: { TEST_RUNS: '500', TEST_SEED: seed },
};
/** A stranger who knows hashes. */
const strangersProbes = {
  ...api,
  name: 'two thousand probes of a stranger',
  command: [...api.command, 'tests/api/stranger-probes', '--testTimeout=3600000'],
  env: { TEST_PROBES: '2000' },
};
/** Three hundred kills of servers, workers and ffmpeg that write movies. */
const exportKills = {
  ...api,
  name: `exports killed 300 times, seed ${seed}`,
  command: [...api.command, 'tests/api/export-kill'],
  env: { TEST_EXPORT_KILLS: '300', TEST_SEED: seed },
};
/** A disk that is full a hundred times. */
const fullDisks = {
  ...api,
  name: `disks full 100 times, seed ${seed}`,
  command: [...api.command, 'tests/api/full-disk'],
  env: { TEST_FULL_DISKS: '100', TEST_SEED: seed },
};
/** Two people with three thousand clips in line each, beside a third. */
const greedyPeople = {
  ...api,
  name: 'two greedy people',
  command: [...api.command, 'tests/api/greedy-people', '--testTimeout=3600000'],
  env: { TEST_GREEDY_PROJECTS: '20', TEST_GREEDY_SECONDS: '20' },
};
/** The random battery and two greedy people beside a third. */
const greedyBattery = {
  ...api,
  name: `random requests beside two greedy people, seed ${seed}`,
  command: [...api.command, 'tests/api/battery-greedy', '--testTimeout=3600000'],
  env: { TEST_GREEDY_BATTERY: '60', TEST_SEED: seed },
};
/** A browser that is killed while somebody edits. */
const browserKills = {
  ...endToEndStep,
  name: `a browser killed 50 times, seed ${seed}`,
  command: [...endToEndStep.command, 'browser-kill'],
  env: { TEST_BROWSER_KILLS: '50', TEST_SEED: seed },
};
/** Three thousand people who poll, and pages of long lists: times, too. */
const timedLoad = {
  name: 'many people at once on Node',
  command: ['node', 'scripts/bench.mjs', '--only', 'load', '--seconds', '8'],
  env: { LOAD_GATE: '1' },
};
/** How soon pages are there, and edits on the server: times, so asked of a machine that does nothing else. */
const timedPages = {
  ...endToEndStep,
  name: 'web vitals, edits that come home, and a second start',
  command: [...endToEndStep.command, 'web-vitals', 'offline-job', 'start'],
  env: { TEST_VITALS: '1' },
};
/** Ways through whole movies of which the rest of the tests shows most. */
const longJourneys = {
  ...endToEndStep,
  name: 'long ways from end to end',
  env: { TEST_LONG: '1' },
};
/** With what `npm test` leaves out. */
const allOf = (step) => ({ ...step, name: `all ${step.name}`, env: { TEST_LONG: '1' } });
const parts = {
  unit: [unit],
  api: [buildStep, api],
  browser: [vitestStep('browser')],
  firefox: [buildStep, vitestStep('firefox')],
  edge: [
    buildStep,
    edgeToolsStep,
    {
      name: 'edge bundle',
      command: ['tests/edge/node_modules/.bin/wrangler', 'deploy', '--dry-run', '--outdir', 'dist/edge'],
      env: { WRANGLER_SEND_METRICS: 'false' },
    },
    { name: 'edge bundle has no Node file system', command: ['node', 'scripts/check-edge-bundle.mjs'] },
    vitestStep('edge'),
    someInWorkerd,
  ],
  size: [buildStep, { name: 'size', command: ['size-limit'] }],
  e2e: [buildStep, edgeToolsStep, endToEndStep],
  long: [
    buildStep,
    timedPages,
    edgeToolsStep,
    timedLoad,
    largeCounts(1000),
    largeCounts(10_000, ['tests/unit/sync/convergence']),
    largeCounts(10_000, [
      'tests/unit/editor/split-scenes',
      'tests/unit/editor/edits',
      'tests/unit/editor/audio-edits',
      'tests/unit/editor/clipboard',
      'tests/unit/shared/text-changes',
      'tests/unit/timeline',
    ]),
    longWays,
    browserKills,
    longJourneys,
    largeCounts(20_000, ['tests/unit/media/plan-export', 'tests/unit/media/avc', 'tests/unit/shared/movie']),
    largeCounts(10_000, ['tests/api/battery-random'], vitestStep('api')),
    manyKills,
    unsteadyEdge,
    edgeApi,
    thrownAway,
    cutMoves,
    largeCounts(200, ['tests/api/movie-writer-inputs'], api),
    strangersProbes,
    greedyPeople,
    greedyBattery,
    fullDisks,
    longInBrowser,
    manyTwins,
    manyOwnFiles,
    manyMixes,
    badClips,
    exportKills,
    longChromium,
    allOf(vitestStep('firefox')),
    allOf(vitestStep('edge')),
    vitestStep('long-firefox'),
  ],
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}

const MINUTE_MS = 60_000;

if (wanted.length > 0) {
  await runAll([[toolsStep, ...wanted.flatMap((name) => parts[name])]]);
} else {
  const [, ...edge] = parts.edge;
  const [, ...size] = parts.size;
  await runAll(
    [
      // One after the other: each keeps two cores busy, and beside others their tests would wait for more than their time.
      [
        toolsStep,
        edgeToolsStep,
        buildStep,
        unit,
        endToEndStep,
        api,
        vitestStep('browser'),
        ...edge,
        vitestStep('firefox'),
      ],
      // What takes its time, and has none to keep.
      [...checkSteps, buildStep, ...size],
    ],
    // About twice what they take on two cores.
    { all: 86 * MINUTE_MS, step: 55 * MINUTE_MS },
  );
}
