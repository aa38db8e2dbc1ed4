/** Takes a picture of every screen and dialog, to be looked at. */
import base from '../../playwright.config.ts';
import { defineConfig } from '@playwright/test';

const { projects: _, ...shared } = base;

export default defineConfig(shared, {
  testDir: '.',
  // Paths are looked up from this file's folder.
  globalSetup: '../e2e/plant-data.ts',
  testMatch: '*.shots.ts',
  outputDir: '../../test-results/screenshots-run',
  workers: 1,
  reporter: 'list',
  timeout: 600_000,
});
