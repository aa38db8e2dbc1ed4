/** Recording on a phone: what the sheet covers can be scrolled to above it. */
import { expect, test } from '@playwright/test';
import { PHONE } from './axe.ts';
import { openPlanted, startPlantedServer } from './planted.ts';
import type { RunningServer } from './server.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startPlantedServer();
});
test.afterAll(() => server.remove());

test('tools and lanes come out above the sheet that records', async ({ page }) => {
  await page.setViewportSize(PHONE);
  const { projectId } = await openPlanted(page, server.url, 3);
  await page.goto(`${server.url}/project/${projectId}?tab=timeline`);
  const tool = page.getByRole('button', { name: 'Record voice' }).first();
  await tool.click();
  const panel = page.getByRole('region', { name: 'Record voice-over' });
  await expect(panel).toBeVisible();
  const sheetTop = (await panel.boundingBox())?.y ?? 0;
  const { bottom, isHit } = await tool.evaluate((element, top) => {
    scrollBy(0, element.getBoundingClientRect().bottom - top + 4);
    const box = element.getBoundingClientRect();
    const hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    return { bottom: box.bottom, isHit: element.contains(hit) };
  }, sheetTop);
  expect(bottom).toBeLessThanOrEqual(sheetTop);
  expect(isHit).toBe(true);
  // The page scrolls by at least what the sheet covers.
  const scrolls = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  expect(scrolls).toBeGreaterThanOrEqual(PHONE.height - sheetTop);
});
