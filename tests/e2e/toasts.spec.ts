/** Notices and tooltips, by the page's own clock. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { checkWithAxe, DESKTOP, PHONE, showInTheme, THEMES } from './axe.ts';
import { runRows, type Checklist } from './checklist.ts';
import { ines } from './journey.ts';
import { ownServer } from './own-server.ts';
import { demoPerson } from './people.ts';
import { startServer } from './server.ts';
import { expectApart, toastsOn } from './toast.ts';

type NoticeScreen = { page: Page };
type Rows = Checklist<NoticeScreen>;

const blankKey = (page: Page): Locator => toastsOn(page).getByText('Please enter an API key');
/** Raises a notice: a blank key is refused with one. */
const raise = (page: Page): Promise<void> => page.getByLabel('New key', { exact: true }).press('Enter');
const card = (page: Page): Locator => toastsOn(page).locator('[data-tone]');

/** Drags the notice to the right by so many pixels and lets go. */
async function swipe(page: Page, byPx: number): Promise<void> {
  const box = await blankKey(page).boundingBox();
  if (!box) throw new Error('There is no notice.');
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + 20, y);
  await page.mouse.down();
  await page.mouse.move(box.x + 20 + byPx, y, { steps: 4 });
  await page.mouse.up();
}

const toastRows: Rows = {
  'a notice is shown for 5 seconds': async ({ page }) => {
    await raise(page);
    await expect(blankKey(page)).toBeVisible();
    await page.clock.runFor(4_800);
    await expect(blankKey(page)).toBeVisible();
    await page.clock.runFor(400);
    await expect(blankKey(page)).toHaveCount(0);
  },
  'at most one is visible: a new one takes the place of the former': async ({ page }) => {
    await raise(page);
    await expect(blankKey(page)).toBeVisible();
    await page.getByLabel('Monthly cap in US dollars').fill('25');
    await page.getByRole('button', { name: 'Save Cap' }).click();
    await expect(toastsOn(page).getByText('Monthly cap set to $25.00')).toBeVisible();
    await expect(card(page)).toHaveCount(1);
  },
  'is at most 420 px wide, and is told to screen readers': async ({ page }) => {
    expect((await toastsOn(page).boundingBox())?.width).toBeLessThanOrEqual(420);
    await expect(toastsOn(page).locator('[aria-live="polite"] [data-tone]')).toHaveCount(1);
    await raise(page);
    await expect(toastsOn(page).locator('[aria-live="assertive"] [data-tone]')).toHaveCount(1);
  },
  'a swipe of less than 50 px to the right leaves it, a longer one puts it away': async ({ page }) => {
    await swipe(page, 40);
    await expect(blankKey(page)).toBeVisible();
    await swipe(page, 60);
    await expect(blankKey(page)).toHaveCount(0);
  },
  'F8 brings the focus to it, where it stays; Escape puts it away and gives the focus back': async ({ page }) => {
    await raise(page);
    await page.keyboard.press('F8');
    await expect(toastsOn(page)).toBeFocused();
    await page.clock.runFor(10_000);
    await expect(blankKey(page)).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(toastsOn(page).getByRole('button', { name: 'Dismiss' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(blankKey(page)).toHaveCount(0);
    await expect(page.getByLabel('New key', { exact: true })).toBeFocused();
  },
  'over a dialog F8 reaches it too, and putting it away leaves the dialog open': async ({ page }) => {
    const dialog = page.getByRole('dialog', { name: 'Remove your API key?' });
    await raise(page);
    await page.getByRole('button', { name: 'Remove Key…' }).click();
    await expect(dialog).toBeVisible();
    await page.keyboard.press('F8');
    await expect(page.locator(':focus')).toHaveAccessibleName('Notifications (F8)');
    await page.keyboard.press('Escape');
    await expect(blankKey(page)).toHaveCount(0);
    await expect(dialog).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  },
  'stands at the bottom, in the middle, on a phone as on a desktop, and clear of the control that is used next':
    async ({ page }) => {
      for (const size of [PHONE, DESKTOP]) {
        await page.setViewportSize(size);
        await raise(page);
        await page.clock.runFor(500);
        const box = await card(page).boundingBox();
        expect((box?.x ?? 0) + (box?.width ?? 0) / 2).toBeCloseTo(size.width / 2, 0);
        expect(box?.y).toBeGreaterThan(size.height / 2);
        await expectApart(card(page), page.getByLabel('New key', { exact: true }));
      }
      await page.clock.runFor(5_500);
      await expect(card(page)).toHaveCount(0);
    },
};

const tooltipRows: Rows = {
  'a tooltip comes after 700 ms': async ({ page }) => {
    const tip = page.getByRole('tooltip');
    // Whatever tooltip there was before is forgotten.
    await page.clock.runFor(1_000);
    await page.getByRole('button', { name: 'Show key' }).first().hover();
    await page.clock.runFor(600);
    await expect(tip).toHaveCount(0);
    await page.clock.runFor(150);
    await expect(tip).toHaveText('Show key');
  },
  'the next one within 300 ms comes at once, a later one after 700 ms again': async ({ page }) => {
    const tip = page.getByRole('tooltip');
    const away = async (): Promise<void> => page.mouse.move(5, 400, { steps: 5 });
    await away();
    await expect(tip).toHaveCount(0);
    await page.clock.runFor(200);
    await page.getByRole('button', { name: 'Show key' }).last().hover();
    await page.clock.runFor(20);
    await expect(tip).toHaveText('Show key');
    await away();
    await expect(tip).toHaveCount(0);
    await page.clock.runFor(400);
    await page.getByRole('button', { name: 'Show key' }).first().hover();
    await page.clock.runFor(600);
    await expect(tip).toHaveCount(0);
  },
};

const server = ownServer(startServer);

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
  await test.step('what is amber is amber under the pointer too', async () => {
    await page.getByRole('button', { name: 'Change Cap' }).click();
    await page.getByLabel('Monthly cap in US dollars').fill('26');
    const button = page.getByRole('button', { name: 'Save Cap' });
    for (const theme of THEMES) {
      await page.mouse.move(0, 0);
      await showInTheme(page, theme);
      const atRest = await groundOf(button);
      await button.hover();
      await expect.poll(async () => (await groundOf(button)).color).not.toBe(atRest.color);
      expect(Math.abs((await groundOf(button)).hue - atRest.hue)).toBeLessThan(5);
    }
  });
});

/** An element's ground as it is drawn, with its hue in degrees. */
function groundOf(element: Locator): Promise<{ color: string; hue: number }> {
  return element.evaluate((one) => {
    const pen = new OffscreenCanvas(1, 1).getContext('2d');
    if (!pen) throw new Error('There is no canvas.');
    const color = getComputedStyle(one).backgroundColor;
    pen.fillStyle = color;
    pen.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = pen.getImageData(0, 0, 1, 1).data;
    return { color, hue: (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI };
  });
}
