/** End-to-end tests: the built product, served as a stranger would serve it, in a real Chromium. */
import { defineConfig } from '@playwright/test';
import { chromiumLaunch } from './tests/helpers/chromium-launch.ts';

/** Those that encode movies or measure time. */
const movies =
  /(app-update|coming-back|demo-studio|edge|export[a-z-]*|hidden-tab|keyboard|offline[a-z-]*|real-provider|timeline|web-vitals)\.spec\.ts$/;

/**
 * Screens that are looked at with the server at hand. A service worker would only keep the whole app anew for each test, which
 * took a fifth of the processors' time: what works without a network has its own tests.
 */
const online =
  /\/(accessibility|account|bad-input|beat-marks|characters|clips|continuity|create-project|dashboard|drafts|editor-frame|frozen-tab|full-disk-edits|generation-progress|kept-key|landing|media-panel|one-shot|own-files|picture|recording-sheet|reports|scene-board|shortcuts|showcase|sign-in|start|storyboard|stuck-edit|texts|timeline-[a-z]+|toasts|touch-targets|voice-recording)\.spec\.ts$/;

/** Those of which the rest of the tests shows most, and that take minutes: `npm run test:long` has them. */
const isLong = process.env['TEST_LONG'] !== undefined;
const isTimed = process.env['TEST_VITALS'] !== undefined;

export default defineConfig({
  testDir: 'tests/e2e',
  // Where times are measured, the specs are named.
  ...(isLong ? { grep: /@long/ } : isTimed ? {} : { grepInvert: /@long/ }),
  // Whole, as the screenshots' configuration in another folder takes it over.
  globalSetup: `${import.meta.dirname}/tests/e2e/plant-data.ts`,
  outputDir: 'test-results/e2e',
  // A page that shows something keeps one core busy at most, and waits in between: two at a time fill two cores.
  workers: 2,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // More failures than this have one cause: each of the others would wait for its own time-out.
  maxFailures: 20,
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    acceptDownloads: true,
    trace: 'off',
    viewport: { width: 1280, height: 800 },
    launchOptions: chromiumLaunch,
  },
  projects: [
    // One encoder keeps both cores busy: of these there is one at a time, beside a screen.
    { name: 'movies', testMatch: movies, workers: 1 },
    { name: 'screens', testIgnore: [movies, online] },
    { name: 'online', testMatch: online, use: { serviceWorkers: 'block' } },
  ],
});
