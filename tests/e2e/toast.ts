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

/** Waits until no pixel of the one lies on the other. */
export async function expectApart(one: Locator, other: Locator): Promise<void> {
  await expect
    .poll(async () => {
      const [a, b] = [await one.boundingBox(), await other.boundingBox()];
      if (!a || !b) return 'one of them is missing';
      const isApart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
      return isApart ? 'apart' : `${JSON.stringify(a)} over ${JSON.stringify(b)}`;
    })
    .toBe('apart');
}
