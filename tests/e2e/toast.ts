/** The one notice that is visible. */
import { expect, type Locator, type Page } from '@playwright/test';

export function toastsOn(page: Page): Locator {
  return page.getByRole('region', { name: 'Notifications (F8)', includeHidden: true });
}

/** Waits for a notice with this title, and this text under it if one is given, and puts it away. */
export async function expectToast(page: Page, title: string, description?: string): Promise<void> {
  const region = toastsOn(page);
  await expect(region.getByText(title, { exact: true })).toBeVisible();
  if (description !== undefined) await expect(region.getByText(description, { exact: true })).toBeVisible();
  await region.getByLabel('Dismiss').click();
  await expect(region.getByText(title, { exact: true })).toHaveCount(0);
}
