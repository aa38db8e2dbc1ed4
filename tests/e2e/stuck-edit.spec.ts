/** An edit that does not get through is told, holds no call up for long, and goes when the person says so. */
import { expect, test, type Page } from '@playwright/test';
import { editScene } from './journey.ts';
import { openSavedProject } from './saved-project.ts';

openSavedProject();

/** The server is there, and answers edits of scenes with trouble until it is told to stop. */
async function breakEdits(page: Page): Promise<() => Promise<void>> {
  const edits = '**/api/scenes/*';
  await page.route(edits, (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 503, body: 'Busy.' }) : route.fallback(),
  );
  return () => page.unroute(edits);
}

test('the header says that an edit does not get through, and tries it again when it is pressed', async ({ page }) => {
  const mend = await breakEdits(page);
  await editScene(page, 2, 'Title', 'The logbook opens');
  const delayed = page.getByRole('banner').getByRole('button', { name: 'Kept on this device' });
  await expect(delayed).toBeVisible();
  await delayed.hover();
  await expect(page.getByRole('tooltip')).toContainText('“Edit scene 2” hasn’t reached the server yet.');
  await mend();
  await delayed.click();
  await expect(page.getByRole('banner').getByText('Saved', { exact: true })).toBeVisible({ timeout: 2_000 });
});

test('Improve says what it waits for after 20 seconds, and Retry makes it once that is saved', async ({ page }) => {
  const mend = await breakEdits(page);
  await editScene(page, 2, 'Title', 'The logbook opens');
  const card = page.getByRole('article', { name: /^Scene 2/ });
  await card.getByRole('button', { name: 'Improve' }).click();
  const since = performance.now();
  const notices = page.getByRole('region', { name: 'Notifications (F8)' });
  await expect(notices).toContainText('“Edit scene 2” hasn’t been saved yet.', { timeout: 22_000 });
  const waitedMs = performance.now() - since;
  console.log(`Improve ended after ${Math.round(waitedMs)} ms`);
  expect(waitedMs).toBeLessThan(22_000);
  await expect(card.getByRole('button', { name: 'Improve' })).toBeEnabled();
  await mend();
  await notices.getByRole('button', { name: 'Retry' }).click();
  await expect(notices).toContainText('Description improved');
  await expect(page.getByRole('banner').getByText('Saved', { exact: true })).toBeVisible();
});
