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
  await untilNothingMoves(page);
}

/** Waits for everything that fades or slides: halfway, its colors are nobody's. */
async function untilNothingMoves(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // The end of one can be the beginning of another, as where a color is inherited.
    for (let isMoving = true; isMoving;) {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const ending = document.getAnimations().filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime));
      isMoving = ending.some((one) => one.playState === 'running');
      // One that is cancelled by the page has come to its end, too.
      await Promise.allSettled(ending.map((one) => one.finished));
    }
  });
}

/** Looks at the page as it is now, once; what is wrong is told at the test's end, all of it. */
export async function expectNoViolations(page: Page, name: string, wish = ALL): Promise<void> {
  await untilNothingMoves(page);
  expect.soft(await violationsOn(page, wish), name).toEqual([]);
}

/**
 * Looks at one state of the app in both themes and in every size, and leaves it dark and wide.
 *
 * A size changes what is there, a theme only its colors. So all rules judge each size once (the phone in light, the desktop
 * in dark), and its other theme is judged by the rules about colors, as nothing else can be wrong there alone.
 */
export async function checkWithAxe(page: Page, name: string, sizes = [PHONE, DESKTOP]): Promise<void> {
  await test.step(`axe: ${name}`, async () => {
    for (const [index, size] of sizes.entries()) {
      await page.setViewportSize(size);
      // The size after it begins with the theme that this one ends with, and the last one ends dark.
      const themes = (sizes.length - index) % 2 === 0 ? THEMES : THEMES.toReversed();
      for (const [place, theme] of themes.entries()) {
        await showInTheme(page, theme);
        const isAllNew = place === themes.length - 1;
        await expectNoViolations(page, `${name}, ${size.width} px, ${theme}`, isAllNew ? ALL : COLORS);
      }
    }
    await page.setViewportSize(DESKTOP);
  });
}

/** What axe is told to look for; a part of its own options. */
type Wish = { runOnly: { type: 'tag' | 'rule'; values: string[] }; resultTypes: ['violations'] };

const ALL: Wish = { runOnly: { type: 'tag', values: TAGS }, resultTypes: ['violations'] };
/** All rules of these tags that read a color from the page. */
const COLORS: Wish = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
  resultTypes: ['violations'],
};

/** Violations as "rule: element" lines. The app has no frames, which legacy mode would leave out. */
async function violationsOn(page: Page, wish: Wish): Promise<string[]> {
  // The builder puts axe into the page at every call, which takes longer than to look; the first call leaves it there.
  const violations =
    (await page.evaluate(lookAgain, wish)) ??
    (await new AxeBuilder({ page }).options(wish).setLegacyMode().analyze()).violations;
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} (${failureSummary ?? ''})`),
  );
}

type Violation = { id: string; nodes: { target: unknown[]; failureSummary?: string }[] };

/** Runs in the page: axe once more, or null where no call has left it. */
async function lookAgain(wish: Wish): Promise<Violation[] | null> {
  const axe: { run(options: Wish): Promise<{ violations: Violation[] }> } | undefined = Reflect.get(globalThis, 'axe');
  return axe === undefined ? null : (await axe.run(wish)).violations;
}
