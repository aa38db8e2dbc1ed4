/** The lanes of the timeline, nearer and farther: by wheel, touchpad, keys, buttons, and two fingers. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { checkWithAxe, DESKTOP } from './axe.ts';
import { signInByCall } from './people.ts';
import { plantedOwner, startPlantedServer } from './planted.ts';
import type { RunningServer } from './server.ts';

test.describe.configure({ mode: 'serial' });

let server: RunningServer;
let page: Page;

test.beforeAll(async ({ browser }) => {
  server = await startPlantedServer();
  page = await (await browser.newContext({ viewport: DESKTOP, reducedMotion: 'reduce', hasTouch: true })).newPage();
  page.setDefaultTimeout(30_000);
  const { person, projectId } = await plantedOwner(0);
  await signInByCall(page.request, server.url, person);
  await page.goto(`${server.url}/project/${projectId}?tab=timeline`);
  await expect(button('Play')).toBeVisible();
  await expect(zoom()).toBeVisible();
  // What hears keys, wheel, and fingers comes a moment later.
  await expect(async () => {
    await page.keyboard.press('+');
    await expect(zoom()).not.toHaveAttribute('aria-valuetext', '100%', { timeout: 500 });
  }).toPass();
  await page.keyboard.press('Shift+Z');
  await expect(zoom()).toHaveAttribute('aria-valuetext', '100%');
});
test.afterAll(async () => {
  await page.context().close();
  await server.remove();
});

const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
const block = (number: number): Locator => page.getByRole('button', { name: new RegExp(`^Scene ${number}:`) });
const zoom = (): Locator => page.getByRole('slider', { name: 'Zoom', exact: true });

async function boxOf(of: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await of.boundingBox();
  if (!box) throw new Error('It is not on the page.');
  return box;
}
const widthOf = async (number: number): Promise<number> => (await boxOf(block(number))).width;
/** Where a part of scene 2 (0 to 1) is on the screen. */
const placeOf = async (part: number): Promise<number> => {
  const { x, width } = await boxOf(block(2));
  return x + width * part;
};

test('Ctrl and the wheel zoom, and what is under the pointer stays there, in steps and all the way', async () => {
  const whole = await widthOf(2);
  const { x, y, width } = await boxOf(block(2));
  // A pointer is told of in whole pixels.
  const middle = Math.round(x + width / 2);
  const part = (middle - x) / width;
  await page.mouse.move(middle, y + 40);
  await page.keyboard.down('Control');
  for (const factor of [2, 4, 8]) {
    await page.mouse.wheel(0, -240);
    await expect.poll(() => widthOf(2)).toBeCloseTo(whole * factor, 0);
    expect(Math.abs((await placeOf(part)) - middle)).toBeLessThan(1.5);
  }
  // What is far out of view is not there, and the name of what is in view can be read.
  await expect(block(4)).toHaveCount(0);
  const name = await boxOf(block(2).locator('b'));
  expect(name.x).toBeGreaterThan(0);
  expect(name.x).toBeLessThan(middle);
  for (const factor of [4, 2, 1]) {
    await page.mouse.wheel(0, 240);
    await expect.poll(() => widthOf(2)).toBeCloseTo(whole * factor, 0);
  }
  await page.keyboard.up('Control');
  await expect.poll(async () => Math.abs((await placeOf(part)) - middle)).toBeLessThan(1.5);
  // Without Ctrl the wheel is the page's.
  await page.mouse.wheel(0, -240);
  expect(await widthOf(2)).toBeCloseTo(whole, 0);
});

test('+ and − zoom around the playhead; Shift-Z and Fit show the whole movie', async () => {
  await block(3).click({ position: { x: 20, y: 8 } });
  const start = (await boxOf(block(3))).x;
  const whole = await widthOf(3);
  await page.keyboard.press('+');
  await expect.poll(() => widthOf(3)).toBeCloseTo(whole * 2, 0);
  await expect.poll(async () => Math.abs((await boxOf(block(3))).x - start)).toBeLessThan(1.5);
  await page.keyboard.press('+');
  await expect(zoom()).toHaveAttribute('aria-valuetext', '400%');
  expect(Math.abs((await boxOf(block(3))).x - start)).toBeLessThan(1.5);
  await page.keyboard.press('-');
  await expect(zoom()).toHaveAttribute('aria-valuetext', '200%');
  await page.keyboard.press('Shift+Z');
  await expect.poll(() => widthOf(3)).toBeCloseTo(whole, 0);
  await expect(zoom()).toHaveAttribute('aria-valuetext', '100%');
  await button('Zoom in').click();
  await expect.poll(() => widthOf(3)).toBeCloseTo(whole * 2, 0);
  await button('Fit').click();
  await expect.poll(() => widthOf(3)).toBeCloseTo(whole, 0);
});

test('an edge is dragged as far as the pointer at any zoom', async () => {
  await block(2).click({ position: { x: 20, y: 8 } });
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  await expect(zoom()).toHaveAttribute('aria-valuetext', '400%');
  const { x, y, width, height } = await boxOf(block(2));
  await page.mouse.move(x + 4, y + height - 12);
  await page.mouse.down();
  await page.keyboard.down('Alt');
  // A quarter of its 8 s is 2 s.
  await page.mouse.move(x + 4 + width / 4, y + height - 12, { steps: 4 });
  await expect(page.locator('output', { hasText: /^6\.00 s \(−48 frames\)$/ })).toBeVisible();
  // While something is held the lanes stay as they are.
  await page.keyboard.press('+');
  await expect(zoom()).toHaveAttribute('aria-valuetext', '400%');
  await page.keyboard.press('Escape');
  await page.keyboard.up('Alt');
  await page.mouse.up();
  await expect(block(2)).toHaveAccessibleName(/, 0:08/);
  await page.keyboard.press('Shift+Z');
  await expect(zoom()).toHaveAttribute('aria-valuetext', '100%');
});

test('two fingers zoom what is between them', async () => {
  const whole = await widthOf(2);
  const { x, y, width } = await boxOf(block(2));
  const middle = Math.round(x + width / 2);
  const part = (middle - x) / width;
  const touch = await page.context().newCDPSession(page);
  const fingers = (apart: number) => [
    { x: middle - apart, y: y + 40, id: 0 },
    { x: middle + apart, y: y + 40, id: 1 },
  ];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(40) });
  for (const apart of [50, 60, 70, 80])
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect.poll(async () => (await widthOf(2)) / whole).toBeCloseTo(2, 1);
  expect(Math.abs((await placeOf(part)) - middle)).toBeLessThan(3);
  // It was the lanes that got wider, not the page.
  expect(await page.evaluate(() => visualViewport?.scale)).toBe(1);
  await button('Fit').click();
  await expect.poll(() => widthOf(2)).toBeCloseTo(whole, 0);
});

test('the overview frames what is in view: dragged it moves the lanes, by its edges it zooms, and keys go along it', async () => {
  const frame = page.getByRole('scrollbar', { name: 'Overview' });
  const bar = await boxOf(frame.locator('..'));
  await expect.poll(async () => (await boxOf(frame)).width).toBeCloseTo(bar.width, 0);
  const whole = await boxOf(frame);
  const middle = whole.y + whole.height / 2;
  // The far edge is dragged to the middle: the first half of the movie fills the window.
  await page.mouse.move(whole.x + whole.width - 1, middle);
  await page.mouse.down();
  await page.mouse.move(whole.x + whole.width / 2, middle, { steps: 5 });
  await page.mouse.up();
  await expect(zoom()).toHaveAttribute('aria-valuetext', /^(19\d|20\d)%$/);
  const first = await boxOf(frame);
  expect(Math.abs(first.x - whole.x)).toBeLessThan(3);
  expect(Math.abs(first.width - whole.width / 2)).toBeLessThan(6);
  await expect(frame).toHaveAttribute('aria-valuetext', /^From 0:00:00 to 0:1\d:\d\d$/);
  // Its body is dragged along, and stops at the end.
  await page.mouse.move(first.x + first.width / 2, middle);
  await page.mouse.down();
  await page.mouse.move(first.x + first.width * 3, middle, { steps: 5 });
  await page.mouse.up();
  await expect
    .poll(async () => (await boxOf(frame)).x + (await boxOf(frame)).width)
    .toBeCloseTo(whole.x + whole.width, -1);
  await expect(block(4)).toBeInViewport();
  // A press beside it brings it there.
  await page.mouse.click(whole.x + 10, middle);
  await expect.poll(async () => (await boxOf(frame)).x).toBeCloseTo(whole.x, -1);
  await expect(block(1)).toBeInViewport();
  await frame.focus();
  await page.keyboard.press('End');
  await expect(frame).toHaveAttribute('aria-valuenow', /^(4[5-9]|5\d)$/);
  await page.keyboard.press('Home');
  await expect(frame).toHaveAttribute('aria-valuenow', '0');
  await page.keyboard.press('ArrowRight');
  await expect(frame).not.toHaveAttribute('aria-valuenow', '0');
  await button('Fit').click();
  await expect(zoom()).toHaveAttribute('aria-valuetext', '100%');
});

test('at every width the tools have room, and on a phone they are as large as a finger', async () => {
  const tools = page.getByRole('toolbar');
  for (const width of [768, 1024, 1280, 1920]) {
    await page.setViewportSize({ width, height: 1024 });
    await expect(block(1)).toBeVisible();
    const last = tools.getByRole('button', { name: 'Download All' });
    await expect
      .poll(async () => {
        const { x, width: own } = await boxOf(last);
        return x + own;
      })
      .toBeLessThanOrEqual(width);
    expect(await tools.evaluate((bar) => bar.scrollWidth - bar.clientWidth), `${width} px`).toBe(0);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(async () => (await boxOf(tools)).width).toBeLessThanOrEqual(360);
  for (const one of await tools.getByRole('button').all()) {
    const { width, height } = await boxOf(one);
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  }
  // Below the lanes.
  const overview = await boxOf(page.getByRole('scrollbar', { name: 'Overview' }));
  const scenes = await boxOf(block(1));
  expect(overview.y).toBeGreaterThan(scenes.y + scenes.height);
  await page.setViewportSize(DESKTOP);
});

test('on a phone the overview lies below the lanes: a finger moves along it, and zooms by its edge', async () => {
  const frame = page.getByRole('scrollbar', { name: 'Overview' });
  // At 100 %: the tests before have left all of the movie in view.
  await page.setViewportSize(DESKTOP);
  await button('Zoom in').click();
  await button('Zoom out').click();
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(frame).toBeVisible();
  const bar = await boxOf(frame.locator('..'));
  await page.getByRole('slider', { name: 'Playhead' }).press('Home');
  await expect(page.getByText(/^0:00:00/)).toBeVisible();
  // Of what the window shows half is before the movie.
  await expect.poll(async () => (await boxOf(frame)).width / bar.width).toBeLessThan(0.2);
  const [area, scenes] = [await boxOf(frame), await boxOf(block(1))];
  expect(area.y).toBeGreaterThan(scenes.y + scenes.height);
  const middle = area.y + area.height / 2;
  const touch = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = middle): Promise<unknown> =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  const dragBy = async (from: number, by: number, y = middle): Promise<void> => {
    await send('touchStart', from, y);
    for (const part of [0.25, 0.5, 0.75, 1]) await send('touchMove', from + by * part, y);
    await send('touchEnd');
  };
  // The playhead stands in the middle of the window: half a movie along the bar is half of the movie, wherever it is held.
  await dragBy(area.x + area.width / 2, bar.width / 2, area.y - 8);
  await expect(page.getByText(/^0:1[4-6]:/)).toBeVisible();
  // The frame is drawn where the lanes have come to stand.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  const before = await boxOf(frame);
  const grip = await boxOf(frame.locator('[data-grip=end]'));
  await dragBy(grip.x + grip.width / 2, -before.width / 4);
  await expect.poll(async () => (await boxOf(frame)).width / before.width).toBeLessThan(0.7);
  await expect(page.getByText(/^0:1[4-6]:/)).toBeVisible();
  await page.setViewportSize(DESKTOP);
  await button('Fit').click();
  await expect(zoom()).toHaveAttribute('aria-valuetext', '100%');
});

test('in trim mode the clock counts the clip, as the ruler does', async () => {
  const clock = page.getByText(/^\d+:\d\d:\d\d \//);
  await block(2).click({ position: { x: 60, y: 8 } });
  const movie = await clock.textContent();
  await button('Trim mode').click();
  await expect(clock).toHaveText(/^0:00:00 \/ 0:08:00$/);
  await expect(page.getByRole('slider', { name: 'Playhead' })).toHaveAttribute('aria-valuetext', '0:00:00');
  await button('Trim mode').click();
  await expect(clock).toHaveText(movie ?? '');
});

test('the sheet of shortcuts knows the zoom, and axe finds nothing on the lanes', async () => {
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Show the whole movie')).toBeVisible();
  await expect(dialog.getByText('Zoom in (also Ctrl and the wheel)')).toBeVisible();
  await page.keyboard.press('Escape');
  await checkWithAxe(page, 'zoomed lanes', [DESKTOP]);
});
