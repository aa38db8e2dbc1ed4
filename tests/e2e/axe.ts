/** What axe finds on a screen or dialog, in both themes, on a phone and on a desktop. */
import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { someOf } from '#tests/helpers/test-values.ts';

/** What axe is told to look for; a part of its own options. */
type Wish = { runOnly?: { type: 'tag'; values: string[] }; resultTypes: ['violations'] };

const WCAG: Wish = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  resultTypes: ['violations'],
};
/** With what axe calls best practices. */
export const ALL_RULES: Wish = { resultTypes: ['violations'] };
export const THEMES = ['dark', 'light'] as const;
export const PHONE = { width: 360, height: 780 };
export const DESKTOP = { width: 1280, height: 800 };

type Look = { size: typeof PHONE; theme: (typeof THEMES)[number] };

/** Draws the page in a theme, as if it was chosen in another window, and waits until nothing moves from one look to the other. */
export async function showInTheme(page: Page, theme: Look['theme']): Promise<void> {
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
export async function expectNoViolations(page: Page, name: string, wish = WCAG): Promise<void> {
  // A transition that starts while axe looks would show it half a color: there are none until it has looked.
  const still = await page.evaluateHandle(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, ::before, ::after { transition: none !important }');
    document.adoptedStyleSheets.push(sheet);
    return sheet;
  });
  await untilNothingMoves(page);
  expect.soft(await violationsOn(page, wish), name).toEqual([]);
  await still.evaluate((sheet) => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  });
}

/** Looks at one state of the app in this turn's third of its sizes and themes, and leaves it dark and wide. */
export async function checkWithAxe(page: Page, name: string, sizes = [PHONE, DESKTOP]): Promise<void> {
  await test.step(`axe: ${name}`, async () => {
    for (const { size, theme } of looksOfTurn(name, sizes)) {
      await page.setViewportSize(size);
      await showInTheme(page, theme);
      await expectNoViolations(page, `${name}, ${size.width} px, ${theme}`);
      await showInTheme(page, 'dark');
    }
    await page.setViewportSize(DESKTOP);
  });
}

/** Names begin at different looks, so that each turn has some of all. */
function looksOfTurn(name: string, sizes: readonly Look['size'][]): readonly Look[] {
  const looks = sizes.flatMap((size) => THEMES.map((theme) => ({ size, theme })));
  const first = name.length % looks.length;
  return someOf([...looks.slice(first), ...looks.slice(0, first)]);
}

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
