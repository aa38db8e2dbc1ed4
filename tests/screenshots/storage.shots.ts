/** Settings' page of what this browser keeps, and the notice of a new version. */
import { expect, test } from '@playwright/test';
import { untilClipsAreKept } from '#tests/e2e/journey.ts';
import { openPlanted, startPlantedServer } from '#tests/e2e/planted.ts';
import type { RunningServer } from '#tests/e2e/server.ts';
import { shoot, widths } from './shoot.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startPlantedServer();
});
test.afterAll(() => server.remove());

test('storage in this browser', async ({ page }) => {
  await openPlanted(page, server.url);
  await untilClipsAreKept(page, server.url);
  await page.goto(`${server.url}/settings/storage`);
  await expect(page.getByRole('table')).toBeVisible();
  await shoot(page, '40-storage', { widths: widths.all, isWhole: true });
});

test('opening a saved project', async ({ page }) => {
  await page.goto(`${server.url}/open`);
  await expect(page.getByRole('heading', { name: 'Open project' })).toBeVisible();
  await shoot(page, '41-open', { widths: widths.all });
});

test('the pictures that the manifest shows before somebody installs the app', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPlanted(page, server.url);
  await untilClipsAreKept(page, server.url);
  await page.screenshot({ path: 'test-results/screenshots/editor-narrow.jpg', type: 'jpeg', quality: 80 });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('tab', { name: 'Timeline Editor' }).click();
  await expect(page.locator('canvas[data-clip-frame]')).toBeVisible();
  await page.screenshot({ path: 'test-results/screenshots/editor-wide.jpg', type: 'jpeg', quality: 80 });
});
