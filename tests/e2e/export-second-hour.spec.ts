/** The whole job of a second hour, to the movie's file: by pointer, by the keyboard alone, and by touch on a phone. */
import { writeFile } from 'node:fs/promises';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { z } from 'zod';
import { decodeErrors, framesRgb, probeFile } from '#tests/helpers/ffprobe.ts';
import { DESKTOP, expectNoViolations } from './axe.ts';
import { meanDifference } from './compare-with-clips.ts';
import { exportMovie } from './journey.ts';
import { exportByKeys, pressOn, tabTo } from './keys.ts';
import { startPlantedServer } from './planted.ts';
import { block, chips, openShortMovie, tool, workForAnHour, type Ways } from './second-hour.ts';
import type { RunningServer } from './server.ts';

const PHONE = { width: 390, height: 844 };
const desktop = { viewport: DESKTOP, reducedMotion: 'reduce', acceptDownloads: true } as const;
const phone = { ...desktop, viewport: PHONE, hasTouch: true, isMobile: true };

let server: RunningServer;
test.beforeAll(async () => {
  server = await startPlantedServer();
});
test.afterAll(() => server.remove());

const inspector = (page: Page): Locator => page.getByRole('region', { name: 'Selected text' });
const preset = (page: Page, name: string): Locator =>
  inspector(page).getByRole('group', { name: 'Presets' }).getByRole('button', { name, exact: true });
const edge = (page: Page): Locator => page.getByRole('slider', { name: 'End of scene 1', exact: true });

async function areaOf(of: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const area = await of.boundingBox();
  if (!area) throw new Error('It is not on the page.');
  return area;
}

test('by pointer', async ({ browser }, testInfo) => {
  const page = await (await browser.newContext(desktop)).newPage();
  const movie = await openShortMovie(page, server.url, 0);
  const { mouse } = page;
  const ways: Ways = {
    async reorder() {
      const [first, second] = [await areaOf(block(page, 1)), await areaOf(block(page, 2))];
      await mouse.move(second.x + 60, second.y + 40);
      await mouse.down();
      await mouse.move(first.x + 60, first.y + 40, { steps: 6 });
      await mouse.up();
    },
    async split() {
      const { x, y, width } = await areaOf(block(page, 2));
      const ruler = await areaOf(page.getByRole('slider', { name: 'Playhead' }).locator('..'));
      await block(page, 2).click({ position: { x: 60, y: 8 } });
      // The first second of a clip of eight.
      await mouse.click(x + width / 8, ruler.y + ruler.height / 2);
      expect(y).toBeGreaterThan(ruler.y);
      await tool(page, 'Split').click();
    },
    async trim() {
      await block(page, 1).click({ position: { x: 60, y: 8 } });
      const { x, y, width, height } = await areaOf(edge(page).locator('..'));
      await mouse.move(x + width / 2, y + height / 2);
      await mouse.down();
      await page.keyboard.down('Alt');
      await mouse.move(x + width / 2 - 20, y + height / 2, { steps: 5 });
      await mouse.up();
      await page.keyboard.up('Alt');
    },
    async write(text) {
      // From the scene's start: the playhead stands where the edge was let go.
      await block(page, 1).click({ position: { x: 60, y: 8 } });
      await tool(page, 'Add Text').click();
      const dialog = page.getByRole('dialog', { name: 'Add text overlay' });
      await dialog.getByRole('textbox').first().fill(text);
      await dialog.getByRole('button', { name: 'Add Text Overlay' }).click();
    },
    async style(which, name) {
      await chips(page).nth(which).click();
      await preset(page, name).click();
    },
    async duplicate() {
      await inspector(page).getByRole('button', { name: 'Duplicate text' }).click();
    },
    async undo() {
      await tool(page, /^Undo/).click();
    },
    async redo() {
      await tool(page, /^Redo/).click();
    },
    save: () => exportMovie(page, /^As made/),
  };
  await workForAnHour(page, movie, ways, testInfo.outputPath('pointer.mp4'));
  // Where no texts lie on one another.
  await block(page, 3).click({ position: { x: 60, y: 8 } });
  await expectNoViolations(page, 'timeline after an hour of work');
  await page.context().close();
});

test('by the keyboard alone', async ({ browser }, testInfo) => {
  const page = await (await browser.newContext(desktop)).newPage();
  const movie = await openShortMovie(page, server.url, 1);
  const { keyboard } = page;
  const chooseChip = async (which: number): Promise<void> => {
    const chip = chips(page).nth(which);
    await tabTo(page, chip);
    // Of a chosen one Enter opens the dialog.
    if ((await chip.getAttribute('aria-pressed')) !== 'true') await keyboard.press('Enter');
    await expect(chip).toHaveAttribute('aria-pressed', 'true');
  };
  const ways: Ways = {
    async reorder() {
      await pressOn(page, block(page, 2));
      await keyboard.press('Alt+ArrowLeft');
    },
    async split() {
      await pressOn(page, block(page, 2));
      await keyboard.press('Shift+ArrowRight');
      await keyboard.press('s');
    },
    async trim() {
      await pressOn(page, block(page, 1));
      await tabTo(page, edge(page));
      await keyboard.press('Shift+ArrowLeft');
      await keyboard.press('Enter');
    },
    async write(text) {
      await pressOn(page, block(page, 1));
      await pressOn(page, tool(page, 'Add Text'));
      const dialog = page.getByRole('dialog', { name: 'Add text overlay' });
      await expect(dialog.getByRole('textbox').first()).toBeFocused();
      await keyboard.type(text);
      await pressOn(page, dialog.getByRole('button', { name: 'Add Text Overlay' }));
    },
    async style(which, name) {
      await chooseChip(which);
      await tabTo(page, preset(page, name));
      await keyboard.press('Space');
    },
    async duplicate() {
      await chooseChip(0);
      await keyboard.press('ControlOrMeta+d');
    },
    async undo() {
      await keyboard.press('ControlOrMeta+z');
    },
    async redo() {
      await keyboard.press('ControlOrMeta+Shift+z');
    },
    save: () => exportByKeys(page),
  };
  await workForAnHour(page, movie, ways, testInfo.outputPath('keys.mp4'));
  await block(page, 3).click({ position: { x: 60, y: 8 } });
  await expectNoViolations(page, 'timeline after an hour of keys');
  await page.context().close();
});

test('by touch on a phone', async ({ browser }, testInfo) => {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  const movie = await openShortMovie(page, server.url, 2);
  const session = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0): Promise<unknown> =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  const closeSheet = async (): Promise<void> => {
    const close = inspector(page).getByRole('button', { name: 'Close' });
    if (await close.isVisible()) await close.tap();
    await expect(inspector(page)).toBeHidden();
  };
  const ways: Ways = {
    async reorder() {
      await block(page, 2).tap();
      await expect(block(page, 2)).toHaveAttribute('aria-current', 'true');
      const { x, y } = await areaOf(block(page, 2));
      await touch('touchStart', x + 40, y + 40);
      await expect(page.getByRole('menuitem', { name: /^Move earlier/ })).toBeVisible();
      await touch('touchEnd');
      await page.getByRole('menuitem', { name: /^Move earlier/ }).tap();
    },
    async split() {
      await block(page, 2).tap();
      await expect(block(page, 2)).toHaveAttribute('aria-current', 'true');
      const { y } = await areaOf(block(page, 2));
      // A second has 44 px at least. Over the next scene: the chosen one has edges to trim it by.
      const x = PHONE.width / 2 + 132;
      await touch('touchStart', x, y + 40);
      for (let moved = 6; moved <= 72; moved += 6) await touch('touchMove', x - moved, y + 40);
      // A finger that rests before it goes up throws nothing on.
      await page.waitForTimeout(200);
      await touch('touchEnd');
      await tool(page, 'Split').tap();
    },
    async trim() {
      await block(page, 1).tap();
      await expect(block(page, 1)).toHaveAttribute('aria-current', 'true');
      const { x, y, width, height } = await areaOf(edge(page).locator('..'));
      const middle = { x: x + width / 2, y: y + height / 2 };
      await touch('touchStart', middle.x, middle.y);
      for (const by of [4, 8, 12, 16, 20]) await touch('touchMove', middle.x - by, middle.y);
      await touch('touchEnd');
    },
    async write(text) {
      await block(page, 1).tap();
      await tool(page, 'Add Text').tap();
      const dialog = page.getByRole('dialog', { name: 'Add text overlay' });
      await dialog.getByRole('textbox').first().fill(text);
      await dialog.getByRole('button', { name: 'Add Text Overlay' }).tap();
    },
    async style(which, name) {
      await closeSheet();
      await chips(page).nth(which).tap();
      await preset(page, name).tap();
    },
    async duplicate() {
      await inspector(page).getByRole('button', { name: 'Duplicate text' }).tap();
    },
    async undo() {
      await closeSheet();
      await tool(page, /^Undo/).tap();
    },
    async redo() {
      await tool(page, /^Redo/).tap();
    },
    save: () => exportMovie(page, /^As made/),
  };
  await workForAnHour(page, movie, ways, testInfo.outputPath('touch.mp4'));
  // Two texts on one another are the person’s own doing: each hides what a finger aims at.
  await block(page, 2).tap();
  await expectNoViolations(page, 'timeline after an hour of touch');
  await context.close();
});

test('a split scene is two scenes for the showcase, and for the server that writes the movie', async ({
  page,
  browser,
}, testInfo) => {
  const { owner, projectId } = await openShortMovie(page, server.url, 3);
  const { scenes } = await owner.project(projectId);
  const [first] = scenes;
  await owner.send('PATCH', `/api/scenes/${first?.id}`, { trimEnd: 6 });
  await page.reload();
  await expect(block(page, 1)).toHaveAccessibleName(/, 6\.0 s$/);
  await block(page, 1).click({ position: { x: 60, y: 8 } });
  await expect(edge(page)).toBeAttached();
  for (let second = 0; second < 3; second += 1) await page.keyboard.press('Shift+ArrowRight');
  await expect(page.getByText(/^0:03:00 \//)).toBeVisible();
  await page.keyboard.press('s');
  await expect.poll(async () => (await owner.project(projectId)).scenes.length).toBe(5);
  await owner.send('PATCH', `/api/projects/${projectId}`, { isPublic: true });

  const stranger = await (await browser.newContext(desktop)).newPage();
  await stranger.goto(`${server.url}/showcase/${projectId}`);
  await stranger.getByRole('tab', { name: 'Timeline' }).click();
  for (const number of [1, 2])
    await expect(block(stranger, number)).toHaveAccessibleName(
      new RegExp(`^Scene ${number}: ${first?.title}, 3\\.0 s$`),
    );
  await stranger.context().close();

  const job = { resolution: 'source', format: 'mp4' };
  const started = await owner.send('POST', `/api/projects/${projectId}/export`, job);
  const { id } = z.object({ id: z.string() }).parse(started);
  const read = async (): Promise<unknown> => (await page.request.get(`${server.url}/api/export-jobs/${id}`)).json();
  await expect.poll(read, { timeout: 120_000 }).toMatchObject({ status: 'complete', errorMessage: null });
  const [movie, clip] = [testInfo.outputPath('movie.mp4'), testInfo.outputPath('clip.mp4')];
  await writeFile(movie, await (await page.request.get(`${server.url}/api/export-jobs/${id}/download`)).body());
  await writeFile(clip, await (await page.request.get(`${server.url}${first?.videoUrl}`)).body());
  const { video } = await probeFile(movie);
  expect(video?.nb_frames).toBe((6 + 2 + 2 + 2) * 24);
  expect(await decodeErrors(movie)).toEqual([]);
  // Around the cut it goes on as the clip does: no frame twice, none left out.
  const around = [70, 71, 72, 73, 100, 143];
  const size = { width: 160, height: 90 };
  const [made, meant] = await Promise.all([framesRgb(movie, around, size), framesRgb(clip, around, size)]);
  around.forEach((frame, at) => expect(meanDifference(made[at], meant[at]), `frame ${frame}`).toBeLessThan(3));
});
