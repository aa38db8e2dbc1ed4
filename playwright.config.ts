/** End-to-end tests: the built product, served as a stranger would serve it, in a real Chromium. */
import { defineConfig } from '@playwright/test';
import { chromiumLaunch } from './tests/helpers/chromium-launch.ts';

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/plant-data.ts',
  outputDir: 'test-results/e2e',
  // Chromium draws and encodes in software, so one page keeps two cores busy: a second test would only slow the first.
  workers: 1,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    acceptDownloads: true,
    trace: 'off',
    viewport: { width: 1280, height: 800 },
    launchOptions: chromiumLaunch,
  },
});
