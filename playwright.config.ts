/** End-to-end tests: the built product, served as a stranger would serve it, in a real Chromium. */
import { defineConfig } from '@playwright/test';
import { shareTestValues, testSlowness } from './scripts/test-values.mjs';
import { chromiumLaunch } from './tests/helpers/chromium-launch.ts';

shareTestValues();
const slowness = testSlowness();

/** Those that encode movies or measure time. */
const movies =
  /(app-update|coming-back|demo-studio|edge|export[a-z-]*|first-shot|hidden-tab|keyboard|offline[a-z-]*|real-provider|timeline|voice-recording|web-vitals)\.spec\.ts$/;

export default defineConfig({
  testDir: 'tests/e2e',
  // Whole, as the screenshots' configuration in another folder takes it over.
  globalSetup: `${import.meta.dirname}/tests/e2e/plant-data.ts`,
  outputDir: 'test-results/e2e',
  // A page that shows something keeps one core busy at most, and waits in between: two at a time fill two cores.
  workers: 2,
  timeout: 60_000 * slowness,
  expect: { timeout: 15_000 * slowness },
  // More failures than this have one cause: each of the others would wait for its own time-out.
  maxFailures: 5,
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    acceptDownloads: true,
    trace: 'off',
    viewport: { width: 1280, height: 800 },
    launchOptions: chromiumLaunch,
  },
  projects: [
    // One encoder keeps both cores busy: of these there is one at a time, beside a screen.
    { name: 'movies', testMatch: movies, workers: 1, timeout: 180_000 * slowness },
    // A service worker would only keep the whole app anew for each test, which took a fifth of the processors' time: specs that
    // go offline allow it.
    { name: 'screens', testIgnore: movies, use: { serviceWorkers: 'block' } },
  ],
});
