/** Takes a picture of every screen and dialog, to be looked at. */
import base from '../../playwright.config.ts';
import { defineConfig } from '@playwright/test';

export default defineConfig(base, {
  testDir: '.',
  testMatch: '*.shots.ts',
  outputDir: '../../test-results/screenshots-run',
  reporter: 'list',
  timeout: 600_000,
});
