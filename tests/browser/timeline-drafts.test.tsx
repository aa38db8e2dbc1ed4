/** What is being trimmed or written when somebody turns to something else: it is saved, and can be taken back. */
import { beforeEach, expect, test } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import {
  block,
  button,
  changeElsewhere,
  choose,
  hand,
  middleOf,
  openTimeline,
  reopen,
  saved,
  timelineOfTests,
  toasts,
  undoBy,
  until,
} from './timeline-page.tsx';

timelineOfTests();
beforeEach(async () => {
  await openTimeline();
  await until.seen(button('Play'));
});

const chip = (text: string, number: number): Locator => button(`Edit text “${text}” on scene ${number}`);
const startPoint = (): Locator => page.getByLabelText('Start point', { exact: true });
const words = (): Locator =>
  page.getByRole('dialog', { name: /text overlay$/ }).getByLabelText('Text', { exact: true });
const tab = (name: string): Promise<void> => page.getByRole('tab', { name }).click();
const textsHere = async (): Promise<string[]> =>
  (await saved.scenes()).flatMap(({ textOverlays }) => textOverlays.map(({ text }) => text));

async function write(number: number, text: string): Promise<void> {
  await choose(number);
  await expect.element(block(number)).toHaveAttribute('aria-current', 'true');
  await button('Add Text').click();
  await words().fill(text);
}

async function trim(number: number, start: string): Promise<void> {
  await choose(number);
  await button('Trim mode').click();
  await startPoint().fill(start);
}

test('choosing another scene saves a text, and the notice takes it back', async () => {
  await write(1, 'Low tide');
  await choose(2);
  await expect.element(chip('Low tide', 1)).toBeVisible();
  await expect.element(block(2)).toHaveAttribute('aria-current', 'true');
  await undoBy('Text overlay added');
  await until.gone(chip('Low tide', 1));
});

test('choosing another scene applies a trim whose number is still being typed', async () => {
  await trim(1, '2');
  await choose(2);
  await expect.element(block(1)).toHaveAccessibleName(/, 6\.0 s$/);
  await undoBy('Trim applied');
  await expect.element(block(1)).toHaveAccessibleName(/, 0:08$/);
});

test('one that was only looked at is left without a word', async () => {
  await choose(1);
  await button('Trim mode').click();
  await expect.element(startPoint()).toHaveValue('0.00');
  await choose(2);
  await until.gone(startPoint());
  await button('Add Text').click();
  await expect.element(words()).toHaveFocus();
  await choose(3);
  await until.gone(words());
  expect(toasts().element().querySelector('[data-tone]')).toBeNull();
});

test('another mode, another text and closing the panel save what was open', async () => {
  await trim(1, '1');
  await button('Add Text').click();
  await until.told('Trim applied');
  await words().fill('One');
  await page.getByRole('dialog', { name: 'Add text overlay' }).getByRole('button', { name: 'Close' }).click();
  await until.told('Text overlay added');
  await write(2, 'Two');
  await button('Trim mode').click();
  await until.told('Text overlay added');
  await startPoint().fill('1');
  await button('Trim mode').click();
  await until.told('Trim applied');
  await chip('One', 1).dblClick();
  await words().fill('Uno');
  await chip('Two', 2).dblClick();
  await until.told('Text overlay saved');
  await expect.element(words()).toHaveValue('Two');
  await expect.element(chip('Uno', 1)).toBeVisible();
  await hand.press('Escape');
  await expect.poll(textsHere).toEqual(['Uno', 'Two']);
});

test('another tab and another page save it, dragged or typed', async () => {
  await write(3, 'Three');
  const from = await middleOf(button(/^Move the text/));
  await hand.drag(from, { x: from.x, y: from.y - 60 });
  await tab('Storyboard');
  await until.told('Text overlay added');
  await tab('Timeline Editor');
  await trim(4, '1');
  // The field goes with the page while it has the focus.
  history.back();
  await until.told('Trim applied');
  await tab('Timeline Editor');
  await until.gone(startPoint());
  await write(4, 'Four');
  await page.getByRole('link', { name: 'Back to My Projects' }).click();
  await expect.element(page.getByRole('link', { name: 'Another page' })).toBeVisible();
  await until.told('Text overlay added');
  expect(await textsHere()).toEqual(['Three', 'Four']);
  expect((await saved.scene(3))?.textOverlays[0]?.position).toMatchObject({ x: expect.closeTo(50, 0) });
  expect((await saved.scene(4))?.trimStart).toBe(1);
});

test('what can’t be saved stays and says why; where it can’t stay, it is offered again', async () => {
  await write(1, 'Never seen');
  await page.getByLabelText('Start time').fill('5');
  await page.getByLabelText('End time').fill('5');
  await choose(2);
  await until.told('Invalid duration', 'Start time must be before end time');
  await expect.element(words()).toHaveValue('Never seen');
  await expect.element(block(1)).toHaveAttribute('aria-current', 'true');
  await tab('Storyboard');
  await expect.element(toasts()).toHaveTextContent('Your text is kept');
  await tab('Timeline Editor');
  await choose(1);
  await button('Add Text').click();
  await expect.element(words()).toHaveValue('Never seen');
  await expect.element(page.getByLabelText('Start time')).toHaveValue('5.0');
  await page.getByLabelText('Start time').fill('2');
  // For as long as a hand presses: a text that can be seen again takes a row of the lanes, which moves the button.
  await button('Add Text Overlay').click({ delay: 150 });
  await until.told('Text overlay added');
});

test('giving up is no loss either: the notice brings it back', async () => {
  await write(1, 'Given up');
  await hand.press('Escape');
  await until.gone(words());
  await undoBy('Text changes discarded');
  await expect.element(words()).toHaveValue('Given up');
  await hand.press('Escape');
  await until.gone(chip('Given up', 1));
});

test('it outlives a reload, down to the number that is being typed', async () => {
  await write(2, 'Half a sen');
  await reopen();
  await expect.element(words()).toHaveValue('Half a sen');
  await words().fill('Half a sentence');
  await button('Add Text Overlay').click();
  await until.told('Text overlay added');
  await button('Trim mode').click();
  await startPoint().fill('3');
  await reopen();
  await expect.element(startPoint()).toHaveValue('3.00');
  await expect.element(button('Trim mode')).toHaveAttribute('aria-pressed', 'true');
  await button('Apply').click();
  await until.told('Trim applied');
  await reopen();
  await expect.element(button('Play')).toBeVisible();
  await until.gone(startPoint());
});

test('a page that was closed over it leaves it to the next one, which saves it, whatever it shows', async () => {
  await write(3, 'Left behind');
  await reopen('scenes');
  await until.told('Text overlay added');
  expect(await textsHere()).toEqual(['Left behind']);
});

test('a text that was deleted meanwhile is added anew by the draft of it', async () => {
  await write(3, 'Left behind');
  await choose(2);
  await until.told('Text overlay added');
  await chip('Left behind', 3).dblClick();
  await words().fill('Left for good');
  const gone = page.getByText('This text was deleted while you were editing it.');
  await until.gone(gone);
  await changeElsewhere(3, { textOverlays: [] });
  await expect.element(gone).toBeVisible();
  await choose(4);
  await until.told('Text overlay added');
  await expect.element(chip('Left for good', 3)).toBeVisible();
  expect(await textsHere()).toEqual(['Left for good']);
});
