/** What a person does who has no pointer. */
import { expect, type Download, type Locator, type Page } from '@playwright/test';

/** How long a person holds a key. Radio buttons ask whether an arrow is still down when the focus has moved. */
export const TAP_MS = 80;

/** Presses Tab until the focus is on an element, and sees that it is in view. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  const mostStops = 120;
  for (let stop = 0; stop < mostStops; stop += 1) {
    await page.keyboard.press('Tab');
    if (await wanted.evaluate((element) => element === document.activeElement)) {
      await expect(wanted).toBeInViewport();
      return;
    }
  }
  throw new Error(`${mostStops} times Tab did not lead to ${String(wanted)}.`);
}

export async function pressOn(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible();
  await tabTo(page, wanted);
  await page.keyboard.press('Enter');
}

/** As made, which copies and so is soon done; and the file is saved. */
export async function exportByKeys(page: Page): Promise<Download> {
  await pressOn(page, page.getByRole('button', { name: 'Export Movie' }));
  const dialog = page.getByRole('dialog');
  await tabTo(page, dialog.getByRole('radio', { name: /^1080p/ }));
  const original = dialog.getByRole('radio', { name: /^As made/ });
  for (let step = 0; step < 4 && !(await original.isChecked()); step += 1)
    await page.keyboard.press('ArrowUp', { delay: TAP_MS });
  await expect(original).toBeChecked();
  await pressOn(page, dialog.getByRole('button', { name: 'Start Export' }));
  const save = page.getByRole('button', { name: 'Download Export' });
  await expect(save).toBeVisible({ timeout: 60_000 });
  const download = page.waitForEvent('download');
  await pressOn(page, save);
  return await download;
}
