/** The lanes of the timeline, nearer and farther: by wheel, keys, buttons, and two fingers; and the frame around what is in view. */
import { beforeEach, expect, test } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import {
  block,
  boxOf,
  button,
  choose,
  clock,
  hand,
  middleOf,
  openTimeline,
  PHONE,
  resize,
  timelineOfTests,
  until,
} from './timeline-page.tsx';

timelineOfTests();

const zoom = (): Locator => page.getByRole('slider', { name: 'Zoom', exact: true });
const frame = (): Locator => page.getByRole('scrollbar', { name: 'Overview' });
const tools = (): Locator => page.getByRole('toolbar', { name: 'Timeline tools' });
const widthOf = async (number: number): Promise<number> => (await boxOf(block(number))).width;
const expectZoom = async (percent: string | RegExp): Promise<void> => {
  const said = percent instanceof RegExp ? expect.stringMatching(percent) : percent;
  await expect.element(zoom()).toHaveAttribute('aria-valuetext', said);
};

/** Where the middle of scene 2 is on the screen, told of in whole pixels, as pointers are; and how it is found again. */
async function middleOfSecond(): Promise<{
  at: { x: number; y: number };
  whole: number;
  moved: () => Promise<number>;
}> {
  const { x, y, width } = await boxOf(block(2));
  const at = { x: Math.round(x + width / 2), y: y + 40 };
  const part = (at.x - x) / width;
  const moved = async (): Promise<number> => {
    const now = await boxOf(block(2));
    return Math.abs(now.x + now.width * part - at.x);
  };
  return { at, whole: width, moved };
}

beforeEach(async () => {
  await openTimeline();
  await until.editable();
});

test('Ctrl and the wheel zoom, and what is under the pointer stays there, in steps and all the way', async () => {
  const { at, whole, moved } = await middleOfSecond();
  await hand.do([{ move: at }, { hold: 'Control' }]);
  for (const factor of [2, 4, 8]) {
    await hand.do([{ wheel: -240 }]);
    await expect.poll(() => widthOf(2)).toBeCloseTo(whole * factor, 0);
    expect(await moved()).toBeLessThan(1.5);
  }
  // What is far out of view is not there, and the name of what is in view can be read.
  expect(block(4).elements()).toEqual([]);
  const name = block(2).element().querySelector('b')?.getBoundingClientRect().x ?? -1;
  expect(name).toBeGreaterThan(0);
  expect(name).toBeLessThan(at.x);
  for (const factor of [4, 2, 1]) {
    await hand.do([{ wheel: 240 }]);
    await expect.poll(() => widthOf(2)).toBeCloseTo(whole * factor, 0);
  }
  await hand.do([{ letGo: 'Control' }]);
  await expect.poll(moved).toBeLessThan(1.5);
  // Without Ctrl the wheel is the page's.
  await hand.do([{ wheel: -240 }]);
  expect(await widthOf(2)).toBeCloseTo(whole, 0);
});

test('+ and − zoom around the playhead; Shift-Z and Fit show the whole movie', async () => {
  await choose(3);
  const start = (await boxOf(block(3))).x;
  const whole = await widthOf(3);
  await hand.press('+');
  await expect.poll(() => widthOf(3)).toBeCloseTo(whole * 2, 0);
  await expect.poll(async () => Math.abs((await boxOf(block(3))).x - start)).toBeLessThan(1.5);
  await hand.press('+');
  await expectZoom('400%');
  expect(Math.abs((await boxOf(block(3))).x - start)).toBeLessThan(1.5);
  await hand.press('-');
  await expectZoom('200%');
  await hand.press('Shift+Z');
  await expect.poll(() => widthOf(3)).toBeCloseTo(whole, 0);
  await expectZoom('100%');
  await button('Zoom in').click();
  await expect.poll(() => widthOf(3)).toBeCloseTo(whole * 2, 0);
  await button('Fit').click();
  await expect.poll(() => widthOf(3)).toBeCloseTo(whole, 0);
});

test('an edge is dragged as far as the pointer at any zoom', async () => {
  await choose(2);
  await hand.press('+', '+');
  await expectZoom('400%');
  const { x, y, width, height } = await boxOf(block(2));
  const from = { x: x + 4, y: y + height - 12 };
  await hand.do([{ move: from }, { down: 'left' }, { hold: 'Alt' }]);
  // A quarter of its 8 s is 2 s.
  await hand.do([{ move: { x: from.x + width / 4, y: from.y }, steps: 4 }]);
  await expect.element(page.getByText(/^6\.00 s \(−48 frames\)$/)).toBeVisible();
  // While something is held the lanes stay as they are.
  await hand.do([{ press: '+' }]);
  await expectZoom('400%');
  await hand.do([{ press: 'Escape' }, { letGo: 'Alt' }, { up: 'left' }]);
  await expect.element(block(2)).toHaveAccessibleName(/, 0:08/);
});

test('two fingers zoom what is between them', async () => {
  const { at, whole, moved } = await middleOfSecond();
  await hand.swipe([40, 50, 60, 70, 80].map((apart) => [at.x - apart, at.x + apart].map((x) => ({ x, y: at.y }))));
  await expect.poll(async () => (await widthOf(2)) / whole).toBeCloseTo(2, 1);
  expect(await moved()).toBeLessThan(3);
  // It was the lanes that got wider, not the page.
  expect(visualViewport?.scale).toBe(1);
});

test('the overview frames what is in view: dragged it moves the lanes, by its edges it zooms, and keys go along it', async () => {
  const bar = frame().element().parentElement?.getBoundingClientRect().width ?? 0;
  await expect.poll(async () => (await boxOf(frame())).width).toBeCloseTo(bar, 0);
  const whole = await boxOf(frame());
  const y = whole.y + whole.height / 2;
  // The far edge is dragged to the middle: the first half of the movie fills the window.
  await hand.drag({ x: whole.x + whole.width - 1, y }, { x: whole.x + whole.width / 2, y });
  await expectZoom(/^(19\d|20\d)%$/);
  const first = await boxOf(frame());
  expect(Math.abs(first.x - whole.x)).toBeLessThan(3);
  expect(Math.abs(first.width - whole.width / 2)).toBeLessThan(6);
  await expect
    .element(frame())
    .toHaveAttribute('aria-valuetext', expect.stringMatching(/^From 0:00:00 to 0:1\d:\d\d$/));
  // Its body is dragged along, and stops at the end.
  await hand.drag({ x: first.x + first.width / 2, y }, { x: first.x + first.width * 3, y });
  await expect
    .poll(async () => (await boxOf(frame())).x + (await boxOf(frame())).width)
    .toBeCloseTo(whole.x + whole.width, -1);
  await expect.element(block(4)).toBeInViewport();
  // A press beside it brings it there.
  await hand.drag({ x: whole.x + 10, y });
  await expect.poll(async () => (await boxOf(frame())).x).toBeCloseTo(whole.x, -1);
  await expect.element(block(1)).toBeInViewport();
  hand.focus(frame());
  await hand.press('End');
  await expect.element(frame()).toHaveAttribute('aria-valuenow', expect.stringMatching(/^(4[5-9]|5\d)$/));
  await hand.press('Home');
  await expect.element(frame()).toHaveAttribute('aria-valuenow', '0');
  await hand.press('ArrowRight');
  await expect.element(frame()).not.toHaveAttribute('aria-valuenow', '0');
});

test('at every width the tools have room, and on a phone they are as large as a finger', async () => {
  for (const width of [768, 1024, 1280, 1920]) {
    await resize(width, 1024);
    await expect.element(block(1)).toBeVisible();
    const last = tools().getByRole('button', { name: 'Download All' });
    await expect.poll(() => last.element().getBoundingClientRect().right).toBeLessThanOrEqual(width);
    const { scrollWidth, clientWidth } = tools().element();
    expect(scrollWidth - clientWidth, `${width} px`).toBe(0);
  }
  await resize(360, 740);
  await expect.poll(async () => (await boxOf(tools())).width).toBeLessThanOrEqual(360);
  for (const one of tools().getByRole('button').elements()) {
    const { width, height } = one.getBoundingClientRect();
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  }
  // Below the lanes.
  const scenes = await boxOf(block(1));
  expect((await boxOf(frame())).y).toBeGreaterThan(scenes.y + scenes.height);
});

test('in trim mode the clock counts the clip, as the ruler does', async () => {
  await choose(2);
  await expect.element(clock()).toHaveTextContent(/^0:0[89]:/);
  const movie = clock().element().textContent;
  await button('Trim mode').click();
  await expect.element(clock()).toHaveTextContent(/^0:00:00 \/ 0:08:00$/);
  await expect.element(page.getByRole('slider', { name: 'Playhead' })).toHaveAttribute('aria-valuetext', '0:00:00');
  await button('Trim mode').click();
  await expect.element(clock()).toHaveTextContent(movie);
});

test('on a phone the strip scrolls under a playhead that stands still, and buttons are as large as a finger', async () => {
  await resize(PHONE.width, PHONE.height);
  await expect.poll(async () => Math.round((await boxOf(block(1))).x)).toBe(PHONE.width / 2);
  for (const name of ['Play', 'Next scene', 'Mute', 'Trim mode', 'Add Text', 'Download All']) {
    const { width, height } = await boxOf(button(name));
    expect([name, Math.min(width, height) >= 44]).toEqual([name, true]);
  }
  // Turned into a desktop while somebody trims, it stays at that scene and in trim mode.
  await button('Next scene').click();
  await button('Next scene').click();
  await button('Trim mode').click();
  const start = page.getByLabelText('Start point', { exact: true });
  await start.fill('3');
  await hand.press('Enter');
  for (const width of [1280, PHONE.width, 1280]) {
    await resize(width, 800);
    await expect.element(block(3)).toBeVisible();
    await expect.element(start).toHaveValue('3.00');
    await expect.element(block(3)).toHaveAttribute('aria-current', 'true');
  }
});

test('on a phone a finger moves along the overview, and zooms by its edge', async () => {
  await resize(360, 740);
  const bar = frame().element().parentElement?.getBoundingClientRect().width ?? 0;
  // Of what the window shows half is before the movie.
  await expect.poll(async () => (await boxOf(frame())).width / bar).toBeLessThan(0.2);
  const { x, y } = await middleOf(frame());
  // The playhead stands in the middle of the window: half a movie along the bar is half of the movie, wherever it is held.
  await hand.swipe([0, 0.25, 0.5, 0.75, 1].map((part) => [{ x: x + (bar / 2) * part, y: y - 8 }]));
  await expect.element(page.getByText(/^0:1[4-7]:/)).toBeVisible();
  // The frame is drawn where the lanes have come to stand.
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const { width } = await boxOf(frame());
  const grip = frame().element().querySelector('[data-grip=end]')?.getBoundingClientRect();
  if (!grip) throw new Error('The frame has no grip.');
  const from = grip.x + grip.width / 2;
  await hand.swipe(
    [0, 0.25, 0.5, 0.75, 1].map((part) => [{ x: from - (width / 4) * part, y: grip.y + grip.height / 2 }]),
  );
  await expect.poll(async () => (await boxOf(frame())).width / width).toBeLessThan(0.7);
  await expect.element(page.getByText(/^0:1[4-7]:/)).toBeVisible();
});

test('the strip gets more room by its grip, by pointer and by keys', async () => {
  const heightOfBlock = async (): Promise<number> => (await boxOf(block(1))).height;
  const grip = page.getByRole('slider', { name: 'Height of the timeline' });
  const from = await middleOf(grip);
  await hand.drag(from, { x: from.x, y: from.y - 80 });
  await expect.poll(heightOfBlock).toBeGreaterThan(160);
  hand.focus(grip);
  await hand.press('Home');
  await expect.poll(heightOfBlock).toBeLessThan(108);
});

test('the help lists the timeline’s keys', async () => {
  await hand.press('?');
  const help = page.getByRole('dialog');
  for (const does of [
    'Show the whole movie',
    'Zoom in (also Ctrl and the wheel)',
    'Set the trim’s start point to the playhead',
  ])
    await expect.element(help.getByText(does)).toBeVisible();
  await hand.press('Escape');
  await expect.poll(() => help.elements()).toEqual([]);
});
