/** What a person does with the lanes of a long movie, as fast as frames come. */
import type { Locator, Page } from 'playwright';

export type Gesture = { name: string; run(page: Page): Promise<void> };

type Point = { x: number; y: number };

/** Moves of a drag, and turns of a wheel. */
const STEPS = 90;

export const gestures: readonly Gesture[] = [
  {
    name: 'pan',
    async run(page) {
      await page.mouse.move(...xy(await middleOf(lanes(page))));
      for (let step = 0; step < STEPS; step += 1) await page.mouse.wheel(60, 0);
      for (let step = 0; step < STEPS; step += 1) await page.mouse.wheel(-60, 0);
    },
  },
  {
    name: 'overview',
    async run(page) {
      const frame = page.getByRole('scrollbar', { name: 'Overview' });
      await drag(page, await middleOf(frame), { x: 5, y: 0 });
      await page.mouse.up();
      await drag(page, await middleOf(frame), { x: -5, y: 0 });
    },
  },
  {
    name: 'zoom',
    async run(page) {
      await page.mouse.move(...xy(await middleOf(lanes(page))));
      await page.keyboard.down('Control');
      for (let step = 0; step < STEPS; step += 1) await page.mouse.wheel(0, -8);
      for (let step = 0; step < STEPS * 2; step += 1) await page.mouse.wheel(0, 8);
      for (let step = 0; step < STEPS; step += 1) await page.mouse.wheel(0, -8);
      await page.keyboard.up('Control');
    },
  },
  {
    name: 'drag of a scene',
    async run(page) {
      const { x, y } = await boxOf(block(page, 3));
      await drag(page, { x: x + 28, y: y + 8 }, { x: 6, y: 0 });
    },
  },
  {
    name: 'drag of an edge',
    async run(page) {
      const { x, y, width, height } = await boxOf(block(page, 4));
      await drag(page, { x: x + width - 4, y: y + height - 12 }, { x: -0.4, y: 0 });
    },
  },
  {
    name: 'drag of a text',
    async run(page) {
      await drag(page, await middleOf(chip(page)), { x: 0.3, y: 0 });
    },
  },
  {
    name: 'drag of music',
    async run(page) {
      const { x, y, height } = await boxOf(music(page));
      await drag(page, { x: x + 60, y: y + height / 2 }, { x: 4, y: 0 });
    },
  },
];

export const lanes = (page: Page): Locator => page.locator('[data-lanes]').locator('..');
export const block = (page: Page, number: number): Locator =>
  page.getByRole('button', { name: new RegExp(`^Scene ${number}:`) });
export const chip = (page: Page): Locator => page.getByRole('button', { name: /^Edit text “.*” on scene 4$/ });
export const music = (page: Page): Locator =>
  page.getByRole('group', { name: 'Music lane' }).getByRole('button').first();

/** Where each kind of drag begins, for its first response. */
export const grips: readonly { name: string; at(page: Page): Promise<Point> }[] = [
  { name: 'scene', at: async (page) => offset(await boxOf(block(page, 3)), 28, 8) },
  {
    name: 'edge',
    at: async (page) => {
      const box = await boxOf(block(page, 4));
      return offset(box, box.width - 4, box.height - 12);
    },
  },
  { name: 'text', at: (page) => middleOf(chip(page)) },
  { name: 'music', at: async (page) => offset(await boxOf(music(page)), 60, 20) },
];

/** Holds what is at a place, and moves it so often by so much. It isn't let go. */
async function drag(page: Page, { x, y }: Point, by: Point): Promise<void> {
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= STEPS; step += 1) await page.mouse.move(x + step * by.x, y + step * by.y);
}

/** Takes back what is held: the next gesture finds the movie as it was, from its start and at the usual zoom. */
export async function giveUp(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await page.getByRole('slider', { name: 'Zoom', exact: true }).fill('0');
  await lanes(page).evaluate((scroller) => scroller.scrollTo({ left: 0, behavior: 'instant' }));
}

function offset({ x, y }: Point, right: number, down: number): Point {
  return { x: x + right, y: y + down };
}

async function boxOf(of: Locator): Promise<Point & { width: number; height: number }> {
  const box = await of.boundingBox();
  if (box === null) throw new Error('What is to be dragged is not on the page.');
  return box;
}

async function middleOf(of: Locator): Promise<Point> {
  const { x, y, width, height } = await boxOf(of);
  return { x: x + width / 2, y: y + height / 2 };
}

function xy({ x, y }: Point): [number, number] {
  return [x, y];
}
