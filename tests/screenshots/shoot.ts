/** Takes one picture for each width and theme, of what is on the page now. */
import type { Page } from '@playwright/test';
import { showInTheme, THEMES } from '#tests/e2e/axe.ts';

const folder = 'test-results/screenshots';
const ROOMY = { width: 1280, height: 900 };

/** A phone and a desktop; and for the screens that people look at longest, a tablet and a large desktop too. */
export const widths = { two: [360, 1280], all: [360, 768, 1280, 1920] } as const;

type Wish = {
  widths?: readonly number[];
  /** The page down to its end. */
  isWhole?: boolean;
  /** The open dialog, scrolled to its end. */
  isDialogEnd?: boolean;
};

export async function shoot(page: Page, name: string, wish: Wish = {}): Promise<void> {
  for (const theme of THEMES) {
    await showInTheme(page, theme);
    for (const width of wish.widths ?? widths.two) {
      await page.setViewportSize({ width, height: width < 500 ? 780 : 900 });
      if (wish.isWhole) {
        await page.evaluate(() => scrollTo(0, 0));
        await loadLazyPictures(page);
      }
      if (wish.isDialogEnd) await scrollDialogToEnd(page);
      // Two frames: one for the layout that the new size asks for, one for what observes it.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      await page.screenshot({ path: `${folder}/${name}-${width}-${theme}.png`, fullPage: wish.isWhole ?? false });
    }
  }
  await showInTheme(page, 'dark');
  await page.setViewportSize(ROOMY);
}

async function scrollDialogToEnd(page: Page): Promise<void> {
  await page.getByRole('dialog').evaluate((dialog) => {
    for (const part of dialog.children) part.scrollTop = part.scrollHeight;
  });
}

/** Pictures below the first screen come when they are near. */
async function loadLazyPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.allSettled([...document.images].map((image) => image.decode()));
  });
}
