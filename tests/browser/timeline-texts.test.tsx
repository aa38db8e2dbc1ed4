/** Texts by hand: on the picture, in their lane, beside both, and in their dialog; by pointer, by keys alone, and by touch. */
import { describe, expect, test } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';
import { testId } from '#tests/helpers/rows.ts';
import {
  boxOf,
  button,
  choose,
  hand,
  middleOf,
  openTimeline,
  playhead,
  saved,
  timelineOfTests,
  undoBy,
  until,
  valueOf,
} from './timeline-page.tsx';

timelineOfTests();

const bare = { fontSize: 48, color: '#FFFFFF', startTime: 0 } as const;
const planted: TextOverlay[] = [
  { ...bare, id: testId(901), text: 'A town forgets', position: { x: 60, y: 60 }, endTime: 6 },
  { ...bare, id: testId(902), text: '2:40 a.m.', position: { x: 80, y: 88 }, fontSize: 24, endTime: 4 },
  { ...bare, id: testId(903), text: 'Harbor, 1962', position: { x: 25, y: 15 }, fontSize: 24, endTime: 5 },
];

const box = (text: string): Locator => button(`Text “${text}” on the picture`);
const chip = (text: string, scene = 1): Locator => button(`Edit text “${text}” on scene ${scene}`);
/** A place, in percent: half a pixel of a clip this small is a tenth. */
const near = (x: number, y: number) => ({ x: expect.closeTo(x, 0), y: expect.closeTo(y, 0) });
const inspector = (): Locator => page.getByRole('region', { name: 'Selected text' });
const layer = (): Locator => page.getByRole('group', { name: 'Texts on the picture' });
const texts = async (): Promise<TextOverlay[]> => (await saved.scene(1))?.textOverlays ?? [];
const expectText = async (index: number, fields: object): Promise<void> => {
  await expect.poll(async () => (await texts())[index]).toMatchObject(fields);
};

async function openTexts(size?: { width: number; height: number }): Promise<void> {
  await openTimeline({ scenes: [{ textOverlays: planted }, {}], ...(size && { size }) });
  await expect.element(box('A town forgets')).toBeVisible();
}

describe('by pointer', () => {
  test('a text is dragged to a third, which it catches on; undone and done again; Escape leaves it where it was', async () => {
    await openTexts();
    await box('A town forgets').click();
    await expect.element(inspector()).toBeVisible();
    await expect.element(chip('A town forgets')).toHaveAttribute('aria-pressed', 'true');
    const left = inspector().getByLabelText('X', { exact: true });
    const [from, picture] = [await middleOf(box('A town forgets')), await boxOf(layer())];
    await hand.hold(from, { x: picture.x + picture.width / 3 + 5, y: picture.y + picture.height / 3 - 4 });
    await expect.element(layer().getByText('On the third')).toBeVisible();
    // Values follow before it is let go.
    await expect.poll(() => Number(valueOf(left))).toBeCloseTo(33.3, 0);
    await hand.letGo();
    await undoBy('Text moved');
    await expectText(0, { position: { x: 60, y: 60 } });
    await button(/^Redo/).first().click();
    await expectText(0, { position: near(33.3, 33.3) });
    const now = await middleOf(box('A town forgets'));
    await hand.hold(now, { x: now.x + 60, y: now.y + 60 });
    await hand.press('Escape');
    await hand.letGo();
    await expect.poll(() => Number(valueOf(left))).toBeCloseTo(33.3, 0);
  });

  test('a corner scales it within the limits, and a double click types in it', async () => {
    await openTexts();
    await box('A town forgets').click();
    await expect.element(inspector()).toBeVisible();
    const { x, y, width, height } = await boxOf(box('A town forgets'));
    await hand.drag({ x: x + width, y: y + height }, { x: x + width * 2, y: y + height * 2 });
    await until.told('Text resized');
    await expectText(0, { fontSize: 72 });
    await box('A town forgets').dblClick();
    await page.getByRole('textbox', { name: 'Text on the picture' }).fill('A town remembers');
    await hand.press('Escape');
    await until.told('Text changed');
    await expect.element(box('A town remembers')).toHaveFocus();
  });

  test('it is styled beside the picture, with a color from the screen, too', async () => {
    await openTexts();
    await box('A town forgets').click();
    await inspector().getByRole('button', { name: 'Shadow', exact: true }).first().click();
    await until.told('Text style changed');
    await inspector().getByRole('button', { name: 'Cream' }).click();
    await inspector().getByRole('button', { name: 'Align left' }).click();
    await inspector().getByLabelText('Out', { exact: true }).fill('0.8');
    await hand.press('Enter');
    await expectText(0, {
      style: { bold: true, shadow: true, align: 'left', fadeOutSeconds: 0.8 },
      color: '#F4D9A8',
    });
    // A color that was picked, and then none, because Escape gave it up.
    const picks = [
      () => Promise.resolve({ sRGBHex: '#12ab34' }),
      () => Promise.reject(new DOMException('Escape', 'AbortError')),
    ];
    Object.assign(globalThis, {
      EyeDropper: class {
        open = () => picks.shift()?.();
      },
    });
    await inspector().getByRole('button', { name: 'Pick a color from the screen' }).click();
    await expectText(0, { color: '#12AB34' });
    await inspector().getByRole('button', { name: 'Pick a color from the screen' }).click();
    expect(picks).toEqual([]);
    await expectText(0, { color: '#12AB34' });
  });

  test('its end is dragged in the lane; another is duplicated and deleted', async () => {
    await openTexts();
    await chip('A town forgets').click();
    const { x, y, width, height } = await boxOf(chip('A town forgets'));
    await hand.drag({ x: x + width - 3, y: y + height / 2 }, { x: x + width / 2, y: y + height / 2 });
    await until.told('Text time changed');
    await expect.poll(async () => Math.abs(((await texts())[0]?.endTime ?? 0) - 3)).toBeLessThan(0.5);
    await box('2:40 a.m.').click();
    await hand.press('ControlOrMeta+d');
    await until.told('Text duplicated');
    await expect.poll(() => box('2:40 a.m.').elements()).toHaveLength(2);
    await inspector().getByRole('button', { name: 'Delete text' }).click();
    await until.told('Text overlay deleted');
    expect(await texts()).toHaveLength(3);
  });
});

describe('by keys alone', () => {
  test('a text is chosen, nudged, typed, and let go', async () => {
    await openTexts();
    hand.focus(box('A town forgets'));
    await hand.press('Enter');
    await expect.element(box('A town forgets')).toHaveAttribute('aria-pressed', 'true');
    await hand.press('ArrowLeft');
    await until.told('Text moved');
    await hand.press('Shift+ArrowUp');
    await expectText(0, { position: near(59, 50) });
    await hand.press('Enter');
    const field = page.getByRole('textbox', { name: 'Text on the picture' });
    await expect.element(field).toHaveFocus();
    await field.fill('A town sleeps');
    await hand.press('Escape');
    await expectText(0, { text: 'A town sleeps' });
    await hand.press('Escape');
    await expect.poll(() => inspector().elements()).toEqual([]);
  });

  test('it is moved in time, made longer and larger, styled, duplicated, and deleted', async () => {
    await openTexts();
    hand.focus(chip('2:40 a.m.'));
    await hand.press('Enter');
    await expect.element(inspector()).toBeVisible();
    await hand.press('ArrowRight');
    await expectText(1, { startTime: 0.1, endTime: 4.1 });
    await hand.press('Alt+Shift+ArrowRight');
    await expectText(1, { startTime: 0.1, endTime: 5.1 });
    hand.focus(inspector().getByRole('slider', { name: 'Size' }));
    await hand.press('ArrowRight');
    await expectText(1, { fontSize: 26 });
    hand.focus(inspector().getByRole('button', { name: 'Box', exact: true }).last());
    await hand.press('Space');
    await expectText(1, { style: { box: true } });
    hand.focus(chip('Harbor, 1962'));
    await hand.press('Enter', 'ControlOrMeta+d');
    await expect.poll(texts).toHaveLength(4);
    hand.focus(chip('Harbor, 1962').first());
    await hand.press('Enter', 'Delete');
    await expect.poll(texts).toHaveLength(3);
  });
});

test('by touch on a phone: the sheet leaves the picture and the chosen chip in view', async () => {
  await openTexts({ width: 390, height: 844 });
  await box('A town forgets').click();
  await expect.element(inspector()).toBeVisible();
  const [sheet, picture, chosen] = [
    await boxOf(inspector()),
    await boxOf(layer()),
    await boxOf(chip('A town forgets')),
  ];
  expect(sheet.y).toBeGreaterThanOrEqual(picture.y + picture.height);
  expect(sheet.y).toBeGreaterThanOrEqual(chosen.y + chosen.height);
  const from = await middleOf(box('A town forgets'));
  const to = { x: picture.x + picture.width / 2 + 3, y: picture.y + picture.height / 2 };
  const along = (share: number) => [{ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }];
  await hand.swipe([0, 0.25, 0.5, 0.75, 1].map(along));
  await expectText(0, { position: near(50, 50) });
  await inspector().getByRole('button', { name: 'Box', exact: true }).first().click();
  await expectText(0, { style: { box: true } });
  await inspector().getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => inspector().elements()).toEqual([]);
});

describe('in the dialog', () => {
  const dialog = (): Locator => page.getByRole('dialog', { name: 'Add text overlay' });
  const field = (name: string): Locator => dialog().getByLabelText(name, { exact: true });
  const selectedScene = (): Locator => page.getByRole('region', { name: 'Selected scene' });

  /** For a scene that is trimmed to 2 to 4 s. */
  async function openDialog(): Promise<void> {
    await openTimeline({ scenes: [{ trimStart: 2, trimEnd: 4 }, {}] });
    await expect.element(button('Play')).toBeVisible();
    await choose(1);
    hand.focus(playhead());
    await hand.press('t');
    await expect.element(field('Text')).toHaveFocus();
  }

  test('T opens it with its defaults, from the playhead to the end of the clip', async () => {
    await openDialog();
    const size = dialog().getByRole('slider', { name: 'Font size' });
    await expect.element(size).toHaveValue('32');
    for (const [name, value] of Object.entries({ min: '16', max: '72', step: '2' }))
      await expect.element(size).toHaveAttribute(name, value);
    await expect.element(dialog().getByLabelText('Color')).toHaveValue('#ffffff');
    await expect.element(dialog().getByRole('radio', { name: 'Center' })).toBeChecked();
    await expect.element(field('Start time')).toHaveValue('2.0');
    await expect.element(field('End time')).toHaveValue('8.0');
  });

  test('a blank text and times in the wrong order are refused; times keep within the clip, in tenths', async () => {
    await openDialog();
    await button('Add Text Overlay').click();
    await until.told('Text required', 'Please enter text for the overlay');
    await field('Text').fill('The Glass Lighthouse');
    await field('Start time').fill('5');
    await field('End time').fill('5');
    await button('Add Text Overlay').click();
    await until.told('Invalid duration', 'Start time must be before end time');
    await field('End time').fill('99');
    await field('Start time').fill('2.54');
    await hand.press('Enter');
    await expect.element(field('End time')).toHaveValue('8.0');
    await expect.element(field('Start time')).toHaveValue('2.5');
    await hand.press('ArrowUp');
    await expect.element(field('Start time')).toHaveValue('2.6');
  });

  test('a text is dragged on the picture, moved by arrows, placed by percent, and added', async () => {
    await openDialog();
    await field('Text').fill('The Glass Lighthouse');
    const written = button(/^Move the text/);
    const picture = document.querySelector('canvas')?.getBoundingClientRect();
    if (!picture) throw new Error('There is no picture.');
    const from = await middleOf(written);
    await hand.drag(from, { x: from.x, y: from.y + picture.height / 4 });
    await expect.element(dialog().getByRole('radio', { name: 'Custom' })).toBeChecked();
    await expect.element(field('X')).toHaveValue('50.0');
    await expect.element(field('Y')).toHaveValue(expect.stringMatching(/^(74|75)\.\d$/));
    await field('Y').fill('70');
    await hand.press('Enter');
    hand.focus(written);
    await hand.press('ArrowUp');
    await expect.element(field('Y')).toHaveValue('69.0');
    // Where another thing has the focus the arrows are the movie's.
    hand.focus(playhead());
    await hand.press('ArrowRight');
    await expect.element(field('Y')).toHaveValue('69.0');
    await expect.element(field('X')).toHaveValue('50.0');
    await button('Add Text Overlay').click();
    await until.told('Text overlay added');
    await expect.poll(() => dialog().elements()).toEqual([]);
    await expect.element(selectedScene().getByText('2.0 to 8.0 s')).toBeVisible();
    await expect.element(chip('The Glass Lighthouse')).toBeVisible();
  });

  test('a text that the trim hides says so; it can be changed and deleted, and deleting taken back', async () => {
    await openDialog();
    await field('Text').fill('Nobody sees this');
    await field('Start time').fill('0');
    await field('End time').fill('1');
    await button('Add Text Overlay').click();
    await expect.element(selectedScene().getByText('0.0 to 1.0 s · hidden by the trim')).toBeVisible();
    await button('Edit text “Nobody sees this”').click();
    await page
      .getByRole('dialog', { name: 'Edit text overlay' })
      .getByLabelText('Text', { exact: true })
      .fill('Nobody saw this');
    await button('Save Text').click();
    await until.told('Text overlay saved');
    await button('Delete text “Nobody saw this”').click();
    await expect.poll(() => selectedScene().getByText('Nobody saw this').elements()).toEqual([]);
    await undoBy('Text overlay deleted');
    await expect.element(selectedScene().getByText('Nobody saw this')).toBeVisible();
  });
});
