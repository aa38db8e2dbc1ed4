/** Builds and serves the web app, and runs the unit, API and browser tests. */
import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import type { Plugin } from 'vite';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import {
  checkMovie,
  clipFile,
  freshFile,
  movieFrames,
  probeMovie,
  soundLevels,
} from './tests/browser/commands/media.ts';
import {
  convertedFile,
  foundPackets,
  judgeMovie,
  oddClipFile,
  pictureSamples,
  realClips,
} from './tests/browser/commands/judge.ts';
import { hands } from './tests/browser/commands/hands.ts';
import {
  compareWithServer,
  mixOfFiles,
  mixOnServer,
  musicFile,
  tryOnServer,
} from './tests/browser/commands/server-movie.ts';
import { serverTexts } from './tests/browser/commands/server-texts.ts';
import { exportInTwoPages } from './tests/browser/commands/two-pages.ts';
import { chromiumLaunch } from './tests/helpers/chromium-launch.ts';
import { addPiece, judgePieces } from './tests/long/commands.ts';
import { shareTestValues, testSlowness } from './scripts/test-values.mjs';
import { apiInDev } from './scripts/vite/api-in-dev.ts';
import { codeSplitting } from './scripts/vite/chunks.ts';
import { licences, licencesAreWhole } from './scripts/vite/licences.ts';
import { mediabunnyMend } from './scripts/vite/mediabunny-mend.ts';
import { radixTrim } from './scripts/vite/radix-trim.ts';
import { serviceWorkerManifest } from './scripts/vite/service-worker-manifest.ts';
import { signInFont } from './scripts/vite/sign-in-font.ts';
import { sqlText } from './scripts/vite/sql-text.ts';
import { zodTrim } from './scripts/vite/zod-trim.ts';

const packageFile: { version: string } = JSON.parse(readFileSync(`${import.meta.dirname}/package.json`, 'utf8'));
/** Told with a fault; the page reads it from its environment. */
process.env.VITE_VERSION = packageFile.version;

/** Packages that a worker or a lazy chunk meets first: found late, they would reload a page in mid-test. */
const workerPackages = [
  'react',
  'react-dom/client',
  'react-router-dom',
  '@radix-ui/themes',
  '@tanstack/react-query',
  '@dnd-kit/core',
  '@dnd-kit/sortable',
  '@dnd-kit/utilities',
  'lucide-react',
  'hono/client',
  'mediabunny',
  'mp4-muxer',
  '@mediabunny/aac-encoder',
  'dexie',
  'dexie-react-hooks',
  'zod',
  'zustand',
  'zustand/vanilla',
];

/** For a whole film at 4K on a machine without a graphics card. */
const LONG_TEST_MS = 3_600_000;

/** Every commit waits for its disk: where a test's database lies in memory, the tests take half the time. */
function folderInMemory(): string {
  const [folder, roomBytes] = ['/dev/shm', 2_000_000_000];
  const isRoomy = existsSync(folder) && statfsSync(folder).bavail * statfsSync(folder).bsize > roomBytes;
  return isRoomy ? folder : tmpdir();
}

shareTestValues();
const slowness = testSlowness();

/** What is waited for by looking again and again: a second is too little beside all other tests. */
const patience = { poll: { timeout: 20_000 * slowness } };

/** How often properties are tried, and from which seed. */
const propertyRuns = `${import.meta.dirname}/tests/helpers/property-runs.ts`;

/** Tests that run in Node beside servers and databases. */
const serverTests = {
  testTimeout: 60_000 * slowness,
  hookTimeout: 60_000 * slowness,
  env: { TMPDIR: folderInMemory() },
  expect: patience,
};

/** Tests that run in Chromium, with what they ask Node for. */
const browserTests = (name: string, include: string[], testTimeout: number): TestProjectInlineConfiguration => ({
  root: import.meta.dirname,
  plugins: react({ compiler: true }),
  publicDir: 'public',
  optimizeDeps: { include: workerPackages, rolldownOptions: { plugins: [mediabunnyMend()] } },
  worker: { format: 'es' },
  test: {
    name,
    include,
    testTimeout,
    expect: patience,
    // Half of a test is waiting: for the judges of a movie, which are other programs.
    maxWorkers: availableParallelism(),
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      commands: {
        addPiece,
        checkMovie,
        clipFile,
        compareWithServer,
        convertedFile,
        exportInTwoPages,
        foundPackets,
        freshFile,
        hands,
        judgeMovie,
        judgePieces,
        mixOfFiles,
        mixOnServer,
        movieFrames,
        musicFile,
        oddClipFile,
        probeMovie,
        pictureSamples,
        realClips,
        serverTexts,
        soundLevels,
        tryOnServer,
      },
      provider: playwright({ launchOptions: chromiumLaunch }),
      instances: [{ browser: 'chromium' }],
    },
  },
});

export default defineConfig({
  root: 'web',
  publicDir: '../public',
  cacheDir: `${import.meta.dirname}/node_modules/.vite`,
  plugins: [
    react({ compiler: true }),
    sqlText(),
    apiInDev(),
    signInFont(),
    licences(),
    licencesAreWhole(),
    serviceWorkerManifest(),
    zodTrim(),
    mediabunnyMend(),
  ] as Plugin[],
  optimizeDeps: { rolldownOptions: { plugins: [mediabunnyMend()] } },
  css: { postcss: { plugins: [radixTrim] } },
  worker: { format: 'es', plugins: () => [licencesAreWhole(), mediabunnyMend()] as Plugin[] },
  server: { port: Number(process.env.PORT ?? 8787), host: process.env.HOST ?? '127.0.0.1', strictPort: true },
  build: {
    outDir: '../dist/web',
    manifest: true,
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // `npm run size` holds what a visit downloads; whoever starts the product is told nothing that isn't theirs to mend.
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: { output: { codeSplitting: codeSplitting() } },
  },
  test: {
    // Vitest leaves a core to itself, which is half of a machine of two.
    maxWorkers: availableParallelism(),
    projects: [
      {
        root: import.meta.dirname,
        plugins: [sqlText()],
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts', 'tests/architecture/**/*.test.ts'],
          // Dexie looks for a database when it is loaded, which is once for all files of a process.
          setupFiles: [propertyRuns, 'fake-indexeddb/auto'],
          // Half of the time went into loading the same modules for each file anew. Each puts back what it changes of its process.
          isolate: false,
          ...serverTests,
        },
      },
      {
        root: import.meta.dirname,
        plugins: [sqlText()],
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          setupFiles: [propertyRuns],
          // As above: loading took a third of the time.
          isolate: false,
          ...serverTests,
        },
      },
      {
        root: import.meta.dirname,
        plugins: [sqlText()],
        test: {
          name: 'edge',
          include: ['tests/workerd/**/*.test.ts'],
          ...serverTests,
          // Each starts a database, and many a workerd: beside end-to-end tests that takes five times as long.
          testTimeout: 240_000 * slowness,
          hookTimeout: 120_000 * slowness,
        },
      },
      {
        root: import.meta.dirname,
        plugins: [sqlText()],
        test: {
          // The same tests as on Node, with the API in workerd.
          name: 'edge-api',
          include: [
            'tests/api/battery{,-double,-random,-rows}.test.ts',
            'tests/api/generation-{between,blocking,breakdown,continuity,downloads,extensions,faults,omni,single,veo}.test.ts',
            'tests/api/{changes,lost-answers}.test.ts',
          ],
          setupFiles: [propertyRuns, `${import.meta.dirname}/tests/workerd/leave-out.ts`],
          ...serverTests,
          testTimeout: 300_000 * slowness,
          hookTimeout: 120_000 * slowness,
          env: { ...serverTests.env, TEST_API_HOST: 'edge', TEST_RUNS: process.env.TEST_RUNS ?? '100' },
        },
      },
      {
        root: import.meta.dirname,
        test: {
          name: 'firefox',
          include: ['tests/firefox/**/*.test.ts'],
          // One Firefox at a time: encoders of two would share the processors.
          fileParallelism: false,
          testTimeout: 240_000 * slowness,
          hookTimeout: 120_000 * slowness,
        },
      },
      browserTests('browser', ['tests/browser/**/*.test.{ts,tsx}'], 120_000 * slowness),
      browserTests('long-chromium', ['tests/long/chromium/**/*.test.ts'], LONG_TEST_MS),
      {
        root: import.meta.dirname,
        test: {
          name: 'long-firefox',
          include: ['tests/long/firefox/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: LONG_TEST_MS,
          hookTimeout: 120_000 * slowness,
        },
      },
    ],
  },
});
