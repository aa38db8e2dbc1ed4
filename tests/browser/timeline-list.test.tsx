/** The timeline as a list: everything that the lanes do, by keys alone, and told in words. */
import { beforeEach, expect, test } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { audioPiece, testId } from '#tests/helpers/rows.ts';
import { button, hand, openTimeline, reopen, saved, timelineOfTests, TITLES, until } from './timeline-page.tsx';

timelineOfTests();

const [first = '', second = '', third = '', last = ''] = TITLES;
const FORGETS = /A town forgets/;

const grid = (): Locator => page.getByRole('treegrid', { name: 'Scenes, texts, joins, and sound' });
const row = (name: string | RegExp): Locator =>
  grid()
    .getByRole('row', { name: typeof name === 'string' ? new RegExp(name) : name })
    .first();
const expectFocus = async (of: Locator): Promise<void> => {
  await expect.element(of).toHaveFocus();
};
/** What the foot says of the last change. */
const expectSpoken = async (sentence: string): Promise<void> => {
  await expect.poll(() => document.querySelector('[data-screen-foot] output')?.textContent).toBe(sentence);
};
const expectTitles = async (wanted: readonly string[]): Promise<void> => {
  await expect.poll(saved.titles).toEqual(wanted);
};
/** Titles of the scenes that are chosen together. */
const chosen = (): string[] =>
  [...grid().element().querySelectorAll('[data-kind="scene"][aria-selected="true"] [data-cell="item"]')].map(
    (cell) => cell.textContent,
  );
const mutedHere = async (): Promise<string[]> =>
  (await saved.scenes()).filter(({ muted }) => muted).map(({ title }) => title);

const text = { id: testId(900), text: 'A town forgets', fontSize: 64, color: '#FFFFFF', position: 'center' } as const;

beforeEach(async () => {
  await openTimeline({ scenes: [{ textOverlays: [{ ...text, startTime: 1, endTime: 5 }] }, {}, {}, {}] });
  await page.getByRole('radio', { name: 'List' }).click();
  await until.seen(row(first));
  hand.focus(row(first));
});

test('it is one stop of Tab, and its keys lead from row to row', async () => {
  await expect.poll(() => grid().element().querySelectorAll('[tabindex="0"]')).toHaveLength(1);
  await hand.press('Home');
  await expectFocus(row(first));
  await expect.element(page.getByRole('region', { name: 'Selected scene' })).toHaveTextContent(first);
  await hand.press('ArrowDown');
  await expectFocus(row(FORGETS));
  await hand.press('ArrowDown');
  await expectFocus(row(/Cut to scene 2/));
  await expect.element(page.getByRole('region', { name: 'Selected join' })).toBeVisible();
  await hand.press('ArrowLeft', 'ArrowLeft');
  await until.gone(row(FORGETS));
  await expect.element(row(first)).toHaveAttribute('aria-expanded', 'false');
  await hand.press('ArrowRight');
  await expect.element(row(FORGETS)).toBeVisible();
});

test('Alt and an arrow move a scene, which keeps the focus, and the foot says where it is', async () => {
  await hand.press('Home', 'Alt+ArrowDown');
  await expectSpoken(`“${first}” is now scene 2 of 4`);
  expect(await saved.titles()).toEqual([second, first, third, last]);
  await expectFocus(row(first));
  await hand.press('Alt+ArrowUp');
  await expectTitles(TITLES);
});

test('Enter leads to the inspector, where a trim is typed or stepped by frames, and Escape back to the row', async () => {
  await hand.press('Home', 'Enter');
  const from = page.getByRole('textbox', { name: 'Plays from' });
  await expectFocus(from);
  await from.fill('0:01:12');
  await hand.press('Enter');
  await expectSpoken('Scene 1 now plays from 0:01:12 to 0:08:00, 6.5 seconds');
  expect((await saved.scene(1))?.trimStart).toBe(1.5);
  await expect.element(row(first)).toHaveTextContent('1.5 s cut at the start');
  const to = page.getByRole('textbox', { name: 'Plays to' });
  hand.focus(to);
  await hand.press('ArrowDown', 'Shift+ArrowDown', 'Enter');
  await expect.element(to).toHaveValue('0:06:23');
  await expect.poll(async () => (await saved.scene(1))?.trimEnd).toBeCloseTo(6 + 23 / 24, 5);
  await to.fill('never');
  await hand.press('Enter');
  await expect.element(page.getByText('Type it as minutes:seconds:frames, like 0:01:12')).toBeVisible();
  await expect.element(to).toHaveValue('0:06:23');
  await hand.press('Escape');
  await expectFocus(row(first));
  await hand.press('ControlOrMeta+z', 'ControlOrMeta+z');
  await expect.poll(async () => (await saved.scene(1))?.trimStart).toBeNull();
});

test('a scene is muted from its row, and a join gets a crossfade and loses it', async () => {
  await hand.press('Enter');
  const mute = page.getByRole('switch', { name: 'Mute' });
  await expect.element(mute).toBeVisible();
  hand.focus(mute);
  await hand.press('Space');
  await expectSpoken('Scene 1 is muted');
  await expect.element(row(first)).toHaveTextContent('Muted');
  await hand.press('Escape');
  hand.focus(row(/Cut to scene 2/));
  await hand.press('Enter');
  await page.getByRole('radio', { name: 'Crossfade' }).click();
  await expectSpoken('Crossfade between scenes 1 and 2 is now 1.0 seconds');
  hand.focus(row(/Crossfade to scene 2/));
  await hand.press('Delete');
  await expectFocus(row(/Cut to scene 2/));
  await expect.poll(async () => (await saved.scene(1))?.transition).toBeNull();
});

test('time and style of a text are edited from its row, which is deleted and taken back', async () => {
  hand.focus(row(FORGETS));
  await hand.press('Enter');
  const inspector = page.getByRole('region', { name: 'Selected text' });
  await expectFocus(inspector.getByRole('textbox', { name: 'Text', exact: true }));
  const start = inspector.getByRole('textbox', { name: 'Start' });
  await start.fill('2');
  await hand.press('Enter');
  await expectSpoken('“A town forgets” now shows from 2.0 to 5.0 seconds of scene 1');
  hand.focus(inspector.getByRole('group', { name: 'Presets' }).getByRole('button', { name: 'Box' }));
  await hand.press('Space');
  await expectSpoken('“A town forgets” on scene 1 changed');
  await expect.element(row(FORGETS)).toHaveTextContent('box');
  expect((await saved.scene(1))?.textOverlays[0]?.style?.box).toBe(true);
  await hand.press('Escape');
  await expectFocus(row(FORGETS));
  await expect.element(inspector).toBeVisible();
  await hand.press('Delete');
  await until.gone(row(FORGETS));
  await expectFocus(row(/Cut to scene 2/));
  await hand.press('ControlOrMeta+z');
  await expect.element(row(FORGETS)).toBeVisible();
});

test('texts are duplicated, cut, and pasted from their rows', async () => {
  const countTexts = async (count: number): Promise<void> => {
    await expect.poll(() => grid().getByRole('row', { name: FORGETS }).elements()).toHaveLength(count);
  };
  hand.focus(row(FORGETS));
  await hand.press('ControlOrMeta+d');
  await expectSpoken('“A town forgets” added to scene 1');
  await countTexts(2);
  hand.focus(row(FORGETS));
  await hand.press('ControlOrMeta+x');
  await expectSpoken('“A town forgets” deleted from scene 1');
  await countTexts(1);
  await hand.press('ControlOrMeta+v');
  await countTexts(2);
});

test('scenes are duplicated and split from their rows', async () => {
  await hand.press('ControlOrMeta+d');
  await expectSpoken(`Scene 2: ${first} added`);
  expect(await saved.titles()).toEqual([first, ...TITLES]);
  await hand.press('ControlOrMeta+z');
  await expectTitles(TITLES);
  hand.focus(row(first));
  await hand.press('ArrowRight', 'Home', '.', '.', 's');
  await expectTitles([first, ...TITLES]);
  await hand.press('ControlOrMeta+z');
  await expectTitles(TITLES);
});

test('several scenes are chosen by keys, moved, duplicated, and let go', async () => {
  await hand.press('Shift+ArrowDown');
  await expect.element(page.getByText('2 scenes selected')).toBeVisible();
  expect(chosen()).toEqual([first, second]);
  await hand.press('Alt+ArrowDown');
  await expectTitles([third, first, second, last]);
  expect(chosen()).toEqual([first, second]);
  await hand.press('ControlOrMeta+d');
  await expectTitles([third, first, first, second, second, last]);
  await hand.press('ControlOrMeta+z');
  await expectTitles([third, first, second, last]);
  await hand.press('ControlOrMeta+z');
  await expectTitles(TITLES);
  await hand.press('Escape');
  await until.gone(page.getByText('2 scenes selected'));
});

test('several scenes are chosen one by one and by a stretch, muted by their menu, and deleted together', async () => {
  await hand.press('ControlOrMeta+ArrowDown', 'ControlOrMeta+ArrowDown', 'ControlOrMeta+Space');
  expect(chosen()).toEqual([third]);
  await hand.press('Shift+ArrowUp');
  await row(last).click({ modifiers: ['ControlOrMeta'] });
  await expect.element(page.getByText('3 scenes selected')).toBeVisible();
  // The stretch begins where the last one was chosen by itself.
  expect(chosen()).toEqual([second, third, last]);
  await row(last).click({ button: 'right' });
  await page.getByRole('menu', { name: '3 scenes' }).getByRole('menuitem', { name: 'Mute' }).click();
  await expect.poll(mutedHere).toEqual([second, third, last]);
  hand.focus(row(first));
  await hand.press('ControlOrMeta+a', 'Delete');
  await expectTitles([]);
  await button('Undo').last().click();
  await expectTitles(TITLES);
  await hand.press('ControlOrMeta+z');
  await expect.poll(mutedHere).toEqual([]);
});

test('a finger chooses more by the menu of a row', async () => {
  await row(second).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Select with the other scene' }).click();
  await expect.element(page.getByText('2 scenes selected')).toBeVisible();
  await row(first).click();
  await until.gone(page.getByText('2 scenes selected'));
});

test('a deleted scene is taken back by its notice, and the neighbor has the focus', async () => {
  hand.focus(row(last));
  await hand.press('Delete');
  await expectSpoken(`Scene 4: ${last} deleted`);
  expect(await saved.titles()).toEqual([first, second, third]);
  await expectFocus(row(third));
  await button('Undo').last().click();
  await expectTitles(TITLES);
});

test('a piece of sound is moved and deleted by keys, and the foot says so', async () => {
  const starts = async (): Promise<number[]> => (await saved.audio()).map(({ startSeconds }) => startSeconds);
  // The list stays chosen.
  await openTimeline({ project: { audio: [audioPiece({ startSeconds: 1 })] } });
  await until.seen(row(/Harbor at night/));
  hand.focus(row(/Harbor at night/));
  await expect.element(page.getByRole('region', { name: 'Music', exact: true })).toBeVisible();
  await hand.press('Alt+ArrowDown');
  await expect
    .poll(() => document.querySelector('[data-screen-foot] output')?.textContent)
    .toContain('“Harbor at night” now starts at');
  await expect.poll(starts).toEqual([2]);
  await hand.press('Alt+ArrowUp');
  await expect.poll(starts).toEqual([1]);
  await hand.press('Delete');
  await expectSpoken('“Harbor at night” deleted');
  expect(await starts()).toEqual([]);
  await hand.press('ControlOrMeta+z');
  await expect.poll(starts).toEqual([1]);
});

test('the choice stays when the page is loaded again', async () => {
  await reopen();
  await expect.element(grid()).toBeVisible();
  await page.getByRole('radio', { name: 'Lanes' }).click();
  await expect.element(button(/^Scene 1:/)).toBeVisible();
  await reopen();
  await expect.element(button(/^Scene 1:/)).toBeVisible();
});
