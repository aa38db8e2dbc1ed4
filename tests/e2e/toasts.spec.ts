/** Notices and tooltips, by the page's own clock. */
import { expect, test } from '@playwright/test';
import { checkWithAxe } from './axe.ts';
import { runRows } from './checklist/checklist.ts';
import { toastRows, tooltipRows } from './checklist/toasts.ts';
import { ines } from './journey.ts';
import { demoPerson } from './people.ts';
import { startServer, type RunningServer } from './server.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.remove());

test('notices and tooltips come and go by the rules', async ({ page }) => {
  await demoPerson(page.request, server.url, ines);
  await page.clock.install();
  await page.goto(`${server.url}/settings`);
  await page.getByRole('button', { name: 'Change Key' }).click();
  await page.getByRole('button', { name: 'Add a Key' }).click();
  await page.getByRole('button', { name: 'Set a Cap' }).click();
  await page.clock.pauseAt(Date.now() + 60_000);
  await runRows(toastRows, { page });
  await runRows(tooltipRows, { page });
  await page.clock.resume();
  await page.getByLabel('New key', { exact: true }).press('Enter');
  await page.keyboard.press('F8');
  await expect(page.getByRole('region', { name: 'Notifications (F8)' })).toBeFocused();
  await checkWithAxe(page, 'a notice');
});
