/** Texts by hand: on the picture, in their lane, and beside both; by pointer, by keys alone, and by touch. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';
import { DESKTOP, expectNoViolations } from './axe.ts';
import { exportMovie } from './journey.ts';
import { signInByCall, type Caller } from './people.ts';
import { plantedOwner, startPlantedServer } from './planted.ts';
import type { RunningServer } from './server.ts';
import { expectToast, toastsOn } from './toast.ts';

const PHONE = { width: 390, height: 844 };

let server: RunningServer;
test.beforeAll(async () => {
  server = await startPlantedServer();
});
test.afterAll(() => server.remove());

const bare = { fontSize: 48, color: '#FFFFFF', startTime: 0 } as const;
const planted: TextOverlay[] = [
  { ...bare, text: 'A town forgets', position: { x: 60, y: 60 }, endTime: 6 },
  { ...bare, text: '2:40 a.m.', position: { x: 80, y: 88 }, fontSize: 24, endTime: 4 },
  { ...bare, text: 'Harbor, 1962', position: { x: 25, y: 15 }, fontSize: 24, endTime: 5 },
];

/** A page on the timeline of a movie whose first scene has three texts, as an older client wrote them. */
async function openTexts(page: Page, index: number): Promise<{ owner: Caller; texts: () => Promise<TextOverlay[]> }> {
  page.setDefaultTimeout(30_000);
  const { person, projectId } = await plantedOwner(index);
  const owner = await signInByCall(page.request, server.url, person);
  const { scenes } = await owner.project(projectId);
  await owner.send('PATCH', `/api/scenes/${scenes[0]?.id}`, { textOverlays: planted });
  await page.goto(`${server.url}/project/${projectId}?tab=timeline`);
  await expect(box(page, 'A town forgets')).toBeVisible();
  return { owner, texts: async () => (await owner.project(projectId)).scenes[0]?.textOverlays ?? [] };
}

const box = (page: Page, text: string): Locator =>
  page.getByRole('button', { name: `Text “${text}” on the picture`, exact: true });
const chip = (page: Page, text: string): Locator =>
  page.getByRole('button', { name: `Edit text “${text}” on scene 1`, exact: true });
const inspector = (page: Page): Locator => page.getByRole('region', { name: 'Selected text' });
const layer = (page: Page): Locator => page.getByRole('group', { name: 'Texts on the picture' });

async function areaOf(of: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const area = await of.boundingBox();
  if (!area) throw new Error('It is not on the page.');
  return area;
}

async function middleOf(of: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = await areaOf(of);
  return { x: x + width / 2, y: y + height / 2 };
}

test('by pointer: dragged to a third, scaled, typed in place, styled, stretched in time, duplicated, and deleted', async ({
  browser,
}) => {
  const page = await (
    await browser.newContext({ viewport: DESKTOP, reducedMotion: 'reduce', acceptDownloads: true })
  ).newPage();
  const { texts } = await openTexts(page, 0);
  const first = async (): Promise<TextOverlay | undefined> => (await texts())[0];

  await box(page, 'A town forgets').click();
  await expect(inspector(page)).toBeVisible();
  await expect(chip(page, 'A town forgets')).toHaveAttribute('aria-pressed', 'true');

  // Near the left upper third: it catches on both, and values follow before it is let go.
  const [from, picture] = [await middleOf(box(page, 'A town forgets')), await areaOf(layer(page))];
  const third = { x: picture.x + picture.width / 3 + 5, y: picture.y + picture.height / 3 - 4 };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(third.x, third.y, { steps: 8 });
  await expect(layer(page).getByText('On the third')).toBeVisible();
  await expect(inspector(page).getByLabel('X', { exact: true })).toHaveValue('33.3');
  await page.mouse.up();
  await expect(toastsOn(page).getByText('Text moved', { exact: true })).toBeVisible();
  await expect.poll(async () => (await first())?.position).toEqual({ x: 33.3, y: 33.3 });
  await toastsOn(page).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await first())?.position).toEqual({ x: 60, y: 60 });
  await page.getByRole('button', { name: 'Redo', exact: false }).first().click();
  await expect.poll(async () => (await first())?.position).toEqual({ x: 33.3, y: 33.3 });

  // Escape while it is dragged leaves it where it was.
  const now = await middleOf(box(page, 'A town forgets'));
  await page.mouse.move(now.x, now.y);
  await page.mouse.down();
  await page.mouse.move(now.x + 60, now.y + 60, { steps: 4 });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(inspector(page).getByLabel('X', { exact: true })).toHaveValue('33.3');

  // A corner scales it within the limits.
  const area = await areaOf(box(page, 'A town forgets'));
  await page.mouse.move(area.x + area.width, area.y + area.height);
  await page.mouse.down();
  await page.mouse.move(area.x + area.width * 2, area.y + area.height * 2, { steps: 6 });
  await page.mouse.up();
  await expectToast(page, 'Text resized');
  await expect.poll(async () => (await first())?.fontSize).toBe(72);

  await box(page, 'A town forgets').dblclick();
  await page.getByRole('textbox', { name: 'Text on the picture' }).fill('A town remembers');
  await page.keyboard.press('Escape');
  await expectToast(page, 'Text changed');
  await expect(box(page, 'A town remembers')).toBeFocused();

  await inspector(page).getByRole('button', { name: 'Shadow', exact: true }).first().click();
  await expectToast(page, 'Text style changed');
  await inspector(page).getByRole('button', { name: 'Cream' }).click();
  await inspector(page).getByRole('button', { name: 'Align left' }).click();
  await inspector(page).getByLabel('Out', { exact: true }).fill('0.8');
  await inspector(page).getByLabel('Out', { exact: true }).press('Enter');
  await expect
    .poll(async () => {
      const text = await first();
      return { style: text?.style, color: text?.color };
    })
    .toEqual({ style: { bold: true, shadow: true, align: 'left', fadeOutSeconds: 0.8 }, color: '#F4D9A8' });

  // From the screen: a color that was picked, and then none, because Escape gave it up.
  await page.evaluate(() => {
    const picks = [Promise.resolve({ sRGBHex: '#12ab34' }), Promise.reject(new DOMException('Escape', 'AbortError'))];
    Object.assign(globalThis, {
      EyeDropper: class {
        open = () => picks.shift();
      },
    });
  });
  for (let pick = 0; pick < 2; pick++)
    await inspector(page).getByRole('button', { name: 'Pick a color from the screen' }).click();
  await expect.poll(async () => (await first())?.color).toBe('#12AB34');

  // Its end in the lane, and then all of it.
  const lane = await areaOf(chip(page, 'A town remembers'));
  await page.mouse.move(lane.x + lane.width - 3, lane.y + lane.height / 2);
  await page.mouse.down();
  await page.mouse.move(lane.x + lane.width * 0.5, lane.y + lane.height / 2, { steps: 6 });
  await page.mouse.up();
  await expectToast(page, 'Text time changed');
  await expect.poll(async () => Math.abs(((await first())?.endTime ?? 0) - 3) < 0.5).toBe(true);

  await box(page, '2:40 a.m.').click();
  await page.keyboard.press('ControlOrMeta+d');
  await expectToast(page, 'Text duplicated');
  await expect.poll(async () => (await texts()).length).toBe(4);
  await expect(box(page, '2:40 a.m.')).toHaveCount(2);
  await inspector(page).getByRole('button', { name: 'Delete text' }).click();
  await expectToast(page, 'Text overlay deleted');
  await expect.poll(async () => (await texts()).length).toBe(3);
  await box(page, 'Harbor, 1962').click();
  await expectNoViolations(page, 'a chosen text');
  const download = await exportMovie(page, /^As made/);
  expect(await download.failure()).toBeNull();
  await page.context().close();
});

test('by keys alone: chosen, nudged, typed, styled, moved in time, let go', async ({ browser }) => {
  const page = await (await browser.newContext({ viewport: DESKTOP, reducedMotion: 'reduce' })).newPage();
  const { texts } = await openTexts(page, 1);
  const at = async (index: number): Promise<TextOverlay | undefined> => (await texts())[index];
  await box(page, 'A town forgets').focus();
  await page.keyboard.press('Enter');
  await expect(box(page, 'A town forgets')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('ArrowLeft');
  await expectToast(page, 'Text moved');
  await page.keyboard.press('Shift+ArrowUp');
  await expect.poll(async () => (await at(0))?.position).toEqual({ x: 59, y: 50 });
  await page.keyboard.press('Enter');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('A town sleeps');
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await at(0))?.text).toBe('A town sleeps');
  await page.keyboard.press('Escape');
  await expect(inspector(page)).toBeHidden();

  await chip(page, '2:40 a.m.').focus();
  await page.keyboard.press('Enter');
  await expect(inspector(page)).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => [(await at(1))?.startTime, (await at(1))?.endTime]).toEqual([0.1, 4.1]);
  await page.keyboard.press('Alt+Shift+ArrowRight');
  await expect.poll(async () => [(await at(1))?.startTime, (await at(1))?.endTime]).toEqual([0.1, 5.1]);
  await inspector(page).getByRole('slider', { name: 'Size' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await at(1))?.fontSize).toBe(26);
  await inspector(page).getByRole('button', { name: 'Box', exact: true }).last().focus();
  await page.keyboard.press('Space');
  await expect.poll(async () => (await at(1))?.style).toEqual({ box: true });

  await chip(page, 'Harbor, 1962').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ControlOrMeta+d');
  await expect.poll(async () => (await texts()).length).toBe(4);
  await chip(page, 'Harbor, 1962').first().focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Delete');
  await expect.poll(async () => (await texts()).length).toBe(3);
  await page.context().close();
});

test('by touch on a phone: the sheet leaves the picture and the chosen chip in view, and nothing is too small', async ({
  browser,
}) => {
  const context = await browser.newContext({
    viewport: PHONE,
    reducedMotion: 'reduce',
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  const { texts } = await openTexts(page, 2);
  await box(page, 'A town forgets').tap();
  await expect(inspector(page)).toBeVisible();
  const [sheet, picture, chosen] = await Promise.all([
    areaOf(inspector(page)),
    areaOf(layer(page)),
    areaOf(chip(page, 'A town forgets')),
  ]);
  expect(sheet.y).toBeGreaterThanOrEqual(picture.y + picture.height);
  expect(sheet.y).toBeGreaterThanOrEqual(chosen.y + chosen.height);
  const touch = await context.newCDPSession(page);
  const from = await middleOf(box(page, 'A town forgets'));
  const points = (x: number, y: number): { x: number; y: number }[] => [{ x, y }];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: points(from.x, from.y) });
  const to = { x: picture.x + picture.width / 2 + 3, y: picture.y + picture.height / 2 };
  for (const share of [0.25, 0.5, 0.75, 1])
    await touch.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: points(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share),
    });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect.poll(async () => (await texts())[0]?.position).toEqual({ x: 50, y: 50 });
  await inspector(page).getByRole('button', { name: 'Box', exact: true }).first().tap();
  await expect.poll(async () => (await texts())[0]?.style).toEqual({ box: true });
  for (const target of await inspector(page).getByRole('button').all())
    expect(Math.min((await areaOf(target)).height, 44)).toBeGreaterThanOrEqual(36);
  await expectNoViolations(page, 'a chosen text on a phone');
  await inspector(page).getByRole('button', { name: 'Close' }).tap();
  await expect(inspector(page)).toBeHidden();
  await context.close();
});
