/** Builds and serves the web app, and runs the unit, API and browser tests. */
import { existsSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import {
  checkMovie,
  clipFile,
  convertedClip,
  movieFrames,
  probeMovie,
  soundLevels,
} from './tests/browser/commands/media.ts';
import { convertedFile, judgeMovie, realClips } from './tests/browser/commands/judge.ts';
import { apiInDev } from './scripts/vite/api-in-dev.ts';
import { licences, licencesAreWhole } from './scripts/vite/licences.ts';
import { radixTrim } from './scripts/vite/radix-trim.ts';
import { serviceWorkerManifest } from './scripts/vite/service-worker-manifest.ts';
import { sqlText } from './scripts/vite/sql-text.ts';

const chromium = process.env.CHROMIUM_PATH ?? (existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : undefined);

/** Packages that a worker or a lazy chunk meets first: found late, they would reload a page in mid-test. */
const workerPackages = [
  'react',
  'react-dom/client',
  'mediabunny',
  'mp4-muxer',
  '@mediabunny/aac-encoder',
  'dexie',
  'zod',
];

export default defineConfig({
  root: 'web',
  publicDir: '../public',
  cacheDir: `${import.meta.dirname}/node_modules/.vite`,
  plugins: [
    react({ compiler: true }),
    sqlText(),
    apiInDev(),
    licences(),
    licencesAreWhole(),
    serviceWorkerManifest(),
  ] as Plugin[],
  css: { postcss: { plugins: [radixTrim] } },
  worker: { format: 'es', plugins: () => [licencesAreWhole()] as Plugin[] },
  server: { port: Number(process.env.PORT ?? 8787), host: process.env.HOST ?? '127.0.0.1', strictPort: true },
  build: {
    outDir: '../dist/web',
    manifest: true,
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  test: {
    projects: [
      {
        root: import.meta.dirname,
        plugins: [sqlText()],
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts', 'tests/architecture/**/*.test.ts'],
          setupFiles: [`${import.meta.dirname}/tests/helpers/property-runs.ts`],
          testTimeout: 60_000,
        },
      },
      {
        root: import.meta.dirname,
        plugins: [sqlText()],
        test: { name: 'api', include: ['tests/api/**/*.test.ts'], testTimeout: 60_000 },
      },
      {
        root: import.meta.dirname,
        test: {
          name: 'firefox',
          include: ['tests/firefox/**/*.test.ts'],
          // One Firefox at a time: encoders of two would share the processors.
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        root: import.meta.dirname,
        plugins: [react({ compiler: true })] as Plugin[],
        publicDir: 'public',
        optimizeDeps: { include: workerPackages },
        worker: { format: 'es' },
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.{ts,tsx}'],
          testTimeout: 60_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            commands: {
              checkMovie,
              clipFile,
              convertedClip,
              convertedFile,
              judgeMovie,
              movieFrames,
              probeMovie,
              realClips,
              soundLevels,
            },
            provider: playwright({
              launchOptions: {
                ...(chromium === undefined ? {} : { executablePath: chromium }),
                args: [
                  '--no-sandbox',
                  '--disable-gpu',
                  '--disable-quic',
                  '--no-first-run',
                  '--disable-background-networking',
                  '--disable-component-update',
                  '--disable-sync',
                  '--disable-dev-shm-usage',
                  '--autoplay-policy=no-user-gesture-required',
                ],
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
