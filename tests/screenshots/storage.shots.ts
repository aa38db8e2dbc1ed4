/** Settings' page of what this browser keeps, and the notice of a new version. */
import { expect, test } from '@playwright/test';
import { exportMovie, untilClipsAreKept } from '#tests/e2e/journey.ts';
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
  await exportMovie(page, /^(As made|No loss)/);
  await page.goto(`${server.url}/settings/storage`);
  await expect(page.getByRole('table')).toBeVisible();
  await shoot(page, '40-storage', { widths: widths.all, isWhole: true });
  await page
    .getByRole('region', { name: 'Finished movies' })
    .getByRole('button', { name: /^Remove/ })
    .click();
  await shoot(page, '40-storage-remove', { widths: [360, 1280] });
});

test('opening a saved project', async ({ page }) => {
  await page.goto(`${server.url}/open`);
  await expect(page.getByRole('heading', { name: 'Open project' })).toBeVisible();
  await shoot(page, '41-open', { widths: widths.all });
});
