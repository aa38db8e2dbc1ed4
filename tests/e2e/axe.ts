/** What axe finds on a screen or dialog, in both themes, on a phone and on a desktop. */
import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
export const THEMES = ['dark', 'light'] as const;
export const PHONE = { width: 360, height: 780 };
export const DESKTOP = { width: 1280, height: 800 };

/** Draws the page in a theme, as if it was chosen in another window, and waits until nothing moves from one look to the other. */
export async function showInTheme(page: Page, theme: (typeof THEMES)[number]): Promise<void> {
  await page.evaluate((wanted) => {
    // Pages that the server draws have no control that could hear of it.
    document.documentElement.classList.remove('dark', 'light');
    document.documentElement.classList.add(wanted);
    dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: wanted }));
  }, theme);
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const ending = document.getAnimations().filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime));
    // One that is cancelled by the page has come to its end, too.
    await Promise.allSettled(ending.map((one) => one.finished));
  });
}

/** Looks at the page as it is now, once; what is wrong is told at the test's end, all of it. */
export async function expectNoViolations(page: Page, name: string): Promise<void> {
  expect.soft(await violationsOn(page), name).toEqual([]);
}

/** Looks at one state of the app in both themes and in every size, and leaves it dark and wide. */
export async function checkWithAxe(page: Page, name: string, sizes = [PHONE, DESKTOP]): Promise<void> {
  await test.step(`axe: ${name}`, async () => {
    for (const size of sizes) {
      await page.setViewportSize(size);
      for (const theme of THEMES.toReversed()) {
        await showInTheme(page, theme);
        await expectNoViolations(page, `${name}, ${size.width} px, ${theme}`);
      }
    }
    await page.setViewportSize(DESKTOP);
  });
}

/** Violations as "rule: element" lines. The app has no frames, which legacy mode would leave out. */
async function violationsOn(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).withTags(TAGS);
  const { violations } = await axe.setLegacyMode().analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} (${failureSummary ?? ''})`),
  );
}
