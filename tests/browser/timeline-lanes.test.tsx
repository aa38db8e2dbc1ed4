/** Scenes on the lanes: edges trim, bodies are dragged to another place, several are chosen together; by pointer and by keys. */
import { expect, test } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { testId } from '#tests/helpers/rows.ts';
import {
  block,
  boxOf,
  button,
  choose,
  clock,
  hand,
  openTimeline,
  playhead,
  reopen,
  saved,
  timelineOfTests,
  TITLES,
  undoBy,
  until,
  valueOf,
} from './timeline-page.tsx';

timelineOfTests();

const [a = '', b = '', c = '', d = ''] = TITLES;
const edge = (of: 'Start' | 'End', number: number): Locator =>
  page.getByRole('slider', { name: `${of} of scene ${number}`, exact: true });
const tip = (): string => [...document.querySelectorAll('output')].map((one) => one.textContent).join(' ');
const chosen = (): Locator => page.getByRole('button', { name: /^Scene \d:.*, chosen$/ });
const trimOf = async (number: number) => {
  const scene = await saved.scene(number);
  return scene && { trimStart: scene.trimStart, trimEnd: scene.trimEnd };
};
const WHOLE = { trimStart: null, trimEnd: null };

/** Presses at a scene's edge and moves, without letting go. Seconds of its clip, which starts and ends with its block. */
async function pullEdge(number: number, at: 'start' | 'end', seconds: number): Promise<void> {
  await until.editable();
  const { x, y, width, height } = await boxOf(block(number));
  const from = { x: at === 'start' ? x + 4 : x + width - 6, y: y + height - 12 };
  await hand.hold(from, { x: from.x + (seconds / 8) * width, y: from.y });
}

test('an edge that is dragged shows its frame and its length, and trims when it is let go', async () => {
  await openTimeline();
  await pullEdge(1, 'end', -2);
  await expect.poll(tip).toMatch(/\d\.\d\d s \(−\d+ frames\)/);
  await expect.element(button('Trim mode')).toHaveAttribute('aria-pressed', 'false');
  expect(await trimOf(1)).toEqual(WHOLE);
  await hand.letGo();
  await expect.element(block(1)).toHaveAccessibleName(/, [56]\.\d s$/);
  // The last frame that is left is on the stage.
  await expect.element(clock()).toHaveTextContent(/^0:0[56]:/);
  expect(await trimOf(1)).toMatchObject({ trimStart: null, trimEnd: expect.any(Number) });
  await undoBy('Trim applied');
  await expect.element(block(1)).toHaveAccessibleName(/, 0:08$/);
  expect(await trimOf(1)).toEqual(WHOLE);
});

test('an edge snaps back to where it was, unless Alt is held', async () => {
  await openTimeline();
  await until.editable();
  // The playhead is met as well.
  await choose(1);
  await hand.press('Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight');
  await pullEdge(1, 'start', 1);
  const { x, y, height } = await boxOf(block(1));
  await hand.do([{ move: { x: x + 7, y: y + height - 12 } }]);
  await expect.poll(tip).toContain('snapped to where it was');
  await hand.do([{ hold: 'Alt' }, { move: { x: x + 8, y: y + height - 12 } }]);
  await expect.poll(tip).not.toContain('snapped');
  await hand.do([{ letGo: 'Alt' }, { press: 'Escape' }]);
  await expect.poll(tip).not.toContain('frame');
  await hand.letGo();
  await expect.element(block(1)).toHaveAccessibleName(/, 0:08$/);
});

test('keys move the edges of the selected scene, Enter applies', async () => {
  await openTimeline();
  await choose(2);
  await expect.element(edge('Start', 2)).toBeInTheDocument();
  hand.focus(edge('Start', 2));
  await hand.press('Shift+ArrowRight', 'ArrowRight');
  await expect.element(edge('Start', 2)).toHaveAttribute('aria-valuetext', expect.stringMatching(/^1\.04 s, /));
  await hand.press('Enter');
  await until.told('Trim applied');
  expect(await trimOf(2)).toEqual({ trimStart: 25 / 24, trimEnd: null });
});

test('a scene is dragged over others, which make room; Escape lets it stay', async () => {
  await openTimeline();
  await until.editable();
  const [first, third] = [await boxOf(block(1)), await boxOf(block(3))];
  const from = { x: first.x + 80, y: first.y + 40 };
  const to = { x: third.x + third.width / 2 + 80 - first.width / 2, y: from.y };
  const pull = async (): Promise<void> => {
    await hand.hold(from, to);
    await expect.poll(async () => (await boxOf(block(2))).x).toBeLessThan(first.x + 5);
  };
  await pull();
  await hand.press('Escape');
  await expect.poll(async () => (await boxOf(block(1))).x).toBeCloseTo(first.x, 0);
  await hand.letGo();
  expect(await saved.titles()).toEqual(TITLES);
  await pull();
  await hand.letGo();
  await expect.poll(saved.titles).toEqual([b, c, a, d]);
  await undoBy('Scenes reordered');
  await expect.poll(saved.titles).toEqual(TITLES);
});

test('a drag counts that ends before a frame of it is drawn', async () => {
  await openTimeline();
  await until.editable();
  const [first, third] = [await boxOf(block(1)), await boxOf(block(3))];
  const [fromX, y] = [first.x + 80, first.y + 40];
  const clientX = third.x + third.width / 2 + 80 - first.width / 2;
  const common = { bubbles: true, pointerId: 1, pointerType: 'mouse', button: 0, clientY: y };
  const target = document.elementFromPoint(fromX, y);
  target?.dispatchEvent(new PointerEvent('pointerdown', { ...common, clientX: fromX }));
  target?.dispatchEvent(new PointerEvent('pointermove', { ...common, clientX }));
  target?.dispatchEvent(new PointerEvent('pointerup', { ...common, clientX }));
  await expect.poll(saved.titles).toEqual([b, c, a, d]);
});

test('Alt and an arrow key move the selected scene', async () => {
  await openTimeline();
  await choose(2);
  await hand.press('Alt+ArrowRight');
  await expect.poll(saved.titles).toEqual([a, c, b, d]);
  await expect.element(page.getByText('Now scene 3')).toBeVisible();
  await hand.press('Alt+ArrowLeft');
  await expect.poll(saved.titles).toEqual(TITLES);
});

test('S splits at the playhead, and undo makes one scene of the halves, also after a reload', async () => {
  await openTimeline();
  await choose(1);
  await hand.press('Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight');
  await expect.element(clock()).toHaveTextContent('0:03:00');
  await hand.press('s');
  await until.told('Scene split');
  expect(await trimOf(1)).toEqual({ trimStart: null, trimEnd: 3 });
  expect(await trimOf(2)).toEqual({ trimStart: 3, trimEnd: null });
  await reopen();
  await expect.element(block(5)).toBeVisible();
  await hand.press('ControlOrMeta+z');
  await expect.poll(saved.titles).toEqual(TITLES);
  expect(await trimOf(1)).toEqual(WHOLE);
  await hand.press('ControlOrMeta+Shift+z');
  await expect.poll(() => trimOf(2)).toEqual({ trimStart: 3, trimEnd: null });
});

test('scenes that are chosen together are moved, muted and deleted in one step', async () => {
  await openTimeline();
  await choose(1);
  await block(2).click({ position: { x: 60, y: 8 }, modifiers: ['Shift'] });
  await expect.poll(() => chosen().elements()).toHaveLength(2);
  await hand.press('Alt+ArrowRight');
  await expect.poll(saved.titles).toEqual([c, a, b, d]);
  await undoBy('Scenes reordered');
  await expect.poll(saved.titles).toEqual(TITLES);
  await block(2).click({ position: { x: 60, y: 30 }, button: 'right' });
  await page.getByRole('menuitem', { name: 'Mute' }).click();
  await expect.poll(async () => (await saved.scenes()).map(({ muted }) => muted)).toEqual([true, true, false, false]);
  await undoBy('2 scenes muted');
  await block(4).click({ position: { x: 60, y: 8 }, modifiers: ['ControlOrMeta'] });
  await hand.press('Delete');
  await expect.poll(saved.titles).toEqual([c]);
  await undoBy('3 scenes deleted');
  await expect.poll(saved.titles).toEqual(TITLES);
});

test('a box from an empty place of the lanes chooses what it touches; with Ctrl these too, and Escape gives it up', async () => {
  await openTimeline();
  await until.editable();
  const [first, second, third] = [await boxOf(block(1)), await boxOf(block(2)), await boxOf(block(3))];
  // Between the ruler and the scenes there is no text.
  const y = second.y - 14;
  const draw = (from: number, to: number): Promise<void> => hand.hold({ x: from, y }, { x: to, y: second.y + 30 });
  const areChosen = async (count: number): Promise<void> => {
    await expect.poll(() => chosen().elements()).toHaveLength(count);
  };
  await draw(second.x + 40, third.x + 20);
  await areChosen(2);
  await hand.letGo();
  await areChosen(2);
  await expect.element(block(2)).toHaveAttribute('aria-current', 'true');
  await hand.do([{ hold: 'Control' }]);
  await draw(first.x + 30, first.x + 60);
  await areChosen(3);
  await hand.do([{ press: 'Escape' }, { up: 'left' }, { letGo: 'Control' }]);
  await areChosen(2);
  await hand.press('Delete');
  await undoBy('2 scenes deleted');
  await expect.element(block(4)).toBeVisible();
  // A click beside everything lets go.
  await draw(second.x + 40, third.x + 20);
  await hand.letGo();
  await areChosen(2);
  await hand.drag({ x: second.x + 40, y });
  await areChosen(0);
});

test('a scene’s menu splits it only where the playhead stands in it', async () => {
  await openTimeline();
  await choose(1);
  await block(4).click({ position: { x: 60, y: 30 }, button: 'right' });
  const split = page.getByRole('menuitem', { name: /^Split at the playhead/ });
  await expect.element(split).toBeDisabled();
  await expect.element(split).toHaveAttribute('title', 'Move the playhead into this scene first.');
});

test('a text that begins where two scenes cross stays chosen when it is shown', async () => {
  const across = { fontSize: 48, color: '#FFFFFF', position: 'center', startTime: 7.5, endTime: 7.9 } as const;
  const transition = { kind: 'crossfade', seconds: 1, sound: true } as const;
  const textOverlays = [{ ...across, id: testId(900), text: 'Across' }];
  await openTimeline({ scenes: [{ transition, textOverlays }, {}] });
  await button('Edit text “Across” on scene 1').click();
  const inspector = page.getByRole('region', { name: 'Selected text' });
  await expect.element(inspector).toBeVisible();
  await expect.element(button(/^Text “Across” on the picture/)).toBeVisible();
  await expect.element(inspector).toHaveTextContent('Scene 1');
});

test('a text starts at the playhead, also while a join is selected', async () => {
  await openTimeline();
  await button('Next scene').click();
  await button(/^Join of scenes 1 and 2: /).click();
  hand.focus(playhead());
  await hand.press('Shift+ArrowRight', 'Shift+ArrowRight');
  await expect.element(page.getByRole('region', { name: 'Join of scenes 1 and 2', exact: true })).toBeVisible();
  const into = (Number(valueOf(playhead())) - 8 * 24) / 24;
  await button('Add Text').click();
  expect(into).toBeGreaterThan(1);
  await expect.element(page.getByLabelText('Start time')).toHaveValue((Math.floor(into * 10) / 10).toFixed(1));
});
