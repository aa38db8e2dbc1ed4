/** On a phone whatever is pressed in the timeline is as large as a finger, or has as much around it that is pressed too. */
import { expect, test, type Page } from '@playwright/test';
import { ownServer } from './own-server.ts';
import { startPlantedServer } from './planted.ts';
import { block, chips, openShortMovie, TEXT, tool } from './second-hour.ts';

const server = ownServer(startPlantedServer);

/** A target is to have 44 px; neighbors may share the last of them. */
const LEAST_PX = 40;

/** Controls that are in view, with how wide and high they can be hit around their middles, where that is too little. */
function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate((leastPx) => {
    const controls = ['button', 'a[href]', 'input', 'select', 'textarea'].join();
    return [...document.querySelectorAll<HTMLElement>(controls)].flatMap((control) => {
      const box = control.getBoundingClientRect();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const isHit = (atX: number, atY: number): boolean => {
        const hit = document.elementFromPoint(atX, atY);
        const label = control.closest('label') ?? document.querySelector(`label[for="${CSS.escape(control.id)}"]`);
        return hit !== null && (control.contains(hit) || label?.contains(hit) === true);
      };
      // Under a sheet, out of view, or drawn by what stands over it.
      if (box.width === 0 || !isHit(x, y) || getComputedStyle(control).opacity === '0') return [];
      const along = (box: number, isHitAt: (by: number) => boolean): number =>
        Math.max(box, Array.from({ length: 61 }, (_, at) => at - 30).filter(isHitAt).length);
      const width = along(box.width, (by) => isHit(x + by, y));
      const height = along(box.height, (by) => isHit(x, y + by));
      const name = control.getAttribute('aria-label') ?? control.textContent;
      // The text itself is as large as it is on the picture; its whole height can be held.
      const isOfPicture = control.closest('fieldset[aria-label="Texts on the picture"]') !== null;
      return Math.min(width, height) < leastPx && !isOfPicture ? [`${name}: ${width} x ${height}`] : [];
    });
  }, LEAST_PX);
}

for (const [index, width] of [360, 390].entries())
  test(`at ${width} px`, async ({ browser }) => {
    const context = await browser.newContext({
      viewport: { width, height: 844 },
      reducedMotion: 'reduce',
      hasTouch: true,
      isMobile: true,
    });
    const page = await context.newPage();
    await openShortMovie(page, server.url, index);
    await expect.poll(() => tooSmall(page), 'timeline').toEqual([]);
    await block(page, 1).tap();
    await expect.poll(() => tooSmall(page), 'scene').toEqual([]);
    await tool(page, 'Add Text').tap();
    const dialog = page.getByRole('dialog', { name: 'Add text overlay' });
    await dialog.getByRole('textbox').first().fill(TEXT);
    await expect.poll(() => tooSmall(page), 'form of a text').toEqual([]);
    await dialog.getByRole('button', { name: 'Add Text Overlay' }).tap();
    await expect(dialog).toBeHidden();
    await expect.poll(() => tooSmall(page), 'notice').toEqual([]);
    await chips(page).first().tap();
    await expect(page.getByRole('region', { name: 'Selected text' })).toBeVisible();
    await expect.poll(() => tooSmall(page), 'text').toEqual([]);
    await page.getByRole('region', { name: 'Selected text' }).getByRole('button', { name: 'Close' }).tap();
    await page.getByRole('button', { name: 'List', exact: true }).tap();
    await expect(page.getByRole('treegrid')).toBeVisible();
    await expect.poll(() => tooSmall(page), 'list').toEqual([]);
    await context.close();
  });
