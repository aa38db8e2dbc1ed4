/** What is being trimmed or written when somebody turns to something else: it is saved, and can be taken back. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { DESKTOP } from './axe.ts';
import { lighthouse, type Person } from './journey.ts';
import { demoPerson, makeProject, type Caller } from './people.ts';
import { startServer, type RunningServer } from './server.ts';
import { expectToast, toastsOn } from './toast.ts';

test.describe.configure({ mode: 'serial' });
test.use({ viewport: DESKTOP });

const mara: Person = { email: 'mara@example.org', firstName: 'Mara', lastName: 'Lind' };

let server: RunningServer;
let page: Page;
let owner: Caller;
let projectId = '';

test.beforeAll(async ({ browser }) => {
  server = await startServer({ GENERATION_POLL_MS: '100' });
  page = await (await browser.newContext({ viewport: DESKTOP, reducedMotion: 'reduce' })).newPage();
  page.setDefaultTimeout(30_000);
  owner = await demoPerson(page.request, server.url, mara);
  const { project } = await makeProject(owner, { ...lighthouse, genres: ['drama'] }, { clips: true });
  projectId = project.id;
  await openTimeline();
});
test.afterAll(async () => {
  await page.context().close();
  await server.remove();
});

const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
const block = (number: number): Locator => page.getByRole('button', { name: new RegExp(`^Scene ${number}:`) });
const choose = (number: number): Promise<void> => block(number).click({ position: { x: 40, y: 8 } });
const chip = (text: string, number: number): Locator => button(`Edit text “${text}” on scene ${number}`);
const startPoint = (): Locator => page.getByLabel('Start point', { exact: true });
const words = (): Locator => page.getByRole('dialog', { name: /text overlay$/ }).getByLabel('Text', { exact: true });

async function openTimeline(): Promise<void> {
  await page.goto(`${server.url}/project/${projectId}?tab=timeline`);
  await expect(button('Play')).toBeVisible();
}

async function write(number: number, text: string): Promise<void> {
  await choose(number);
  await expect(block(number)).toHaveAttribute('aria-current', 'true');
  await button('Add Text').click();
  await words().fill(text);
}

/** Sees the notice and takes back what it tells of. */
async function undo(title: string): Promise<void> {
  await expect(toastsOn(page).getByText(title, { exact: true })).toBeVisible();
  await toastsOn(page).getByRole('button', { name: 'Undo' }).click();
}

const textsOnServer = async (): Promise<string[]> =>
  (await owner.project(projectId)).scenes.flatMap(({ textOverlays }) => textOverlays.map(({ text }) => text));

test('choosing another scene saves a text, and the notice takes it back', async () => {
  await write(1, 'Low tide');
  await choose(2);
  await expect(chip('Low tide', 1)).toBeVisible();
  await expect(block(2)).toHaveAttribute('aria-current', 'true');
  await undo('Text overlay added');
  await expect(chip('Low tide', 1)).toBeHidden();
});

test('choosing another scene applies a trim whose number is still being typed', async () => {
  await choose(1);
  await button('Trim mode').click();
  await startPoint().fill('2');
  await choose(2);
  await expect(block(1)).toHaveAccessibleName(/, 6\.0 s$/);
  await undo('Trim applied');
  await expect(block(1)).toHaveAccessibleName(/, 0:08$/);
});

test('one that was only looked at is left without a word', async () => {
  await choose(1);
  await button('Trim mode').click();
  await expect(startPoint()).toHaveValue('0.00');
  await choose(2);
  await expect(startPoint()).toBeHidden();
  await button('Add Text').click();
  await expect(words()).toBeFocused();
  await choose(3);
  await expect(words()).toBeHidden();
  await expect(toastsOn(page).locator('[data-tone]')).toHaveCount(0);
});

test('another mode, another text and closing the panel save what was open', async () => {
  await choose(1);
  await button('Trim mode').click();
  await startPoint().fill('1');
  await button('Add Text').click();
  await expectToast(page, 'Trim applied');
  await words().fill('One');
  await page.getByRole('dialog', { name: 'Add text overlay' }).getByRole('button', { name: 'Close' }).click();
  await expectToast(page, 'Text overlay added');

  await write(2, 'Two');
  await button('Trim mode').click();
  await expectToast(page, 'Text overlay added');
  await startPoint().fill('1');
  await button('Trim mode').click();
  await expectToast(page, 'Trim applied');

  await chip('One', 1).dblclick();
  await words().fill('Uno');
  await chip('Two', 2).dblclick();
  await expectToast(page, 'Text overlay saved');
  await expect(words()).toHaveValue('Two');
  await expect(chip('Uno', 1)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect.poll(textsOnServer).toEqual(['Uno', 'Two']);
});

test('another tab and another page save it, dragged or typed', async () => {
  await write(3, 'Three');
  const box = page.getByRole('button', { name: /^Move the text/ });
  const before = await box.boundingBox();
  if (!before) throw new Error('The text is on the picture');
  await page.mouse.move(before.x + before.width / 2, before.y + before.height / 2);
  await page.mouse.down();
  await page.mouse.move(before.x + before.width / 2, before.y + 60, { steps: 4 });
  await page.mouse.up();
  await page.getByRole('tab', { name: 'Storyboard' }).click();
  await expectToast(page, 'Text overlay added');
  await page.getByRole('tab', { name: 'Timeline Editor' }).click();

  await choose(4);
  await button('Trim mode').click();
  await startPoint().fill('1');
  // The field goes with the page while it has the focus.
  await page.goBack();
  await expectToast(page, 'Trim applied');
  await page.getByRole('tab', { name: 'Timeline Editor' }).click();
  await expect(startPoint()).toBeHidden();
  await write(4, 'Four');
  await page.getByRole('link', { name: 'Back to My Projects' }).click();
  await expectToast(page, 'Text overlay added');
  await expect.poll(textsOnServer).toEqual(['Uno', 'Two', 'Three', 'Four']);
  const [, , third, fourth] = (await owner.project(projectId)).scenes;
  expect(third?.textOverlays[0]?.position).toMatchObject({ x: 50 });
  expect(fourth?.trimStart).toBe(1);
});

test('what can’t be saved stays and says why; where it can’t stay, it is offered again', async () => {
  await openTimeline();
  await write(1, 'Never seen');
  await page.getByLabel('Start time').fill('5');
  await page.getByLabel('End time').fill('5');
  await choose(2);
  await expectToast(page, 'Invalid duration', 'Start time must be before end time');
  await expect(words()).toHaveValue('Never seen');
  await expect(block(1)).toHaveAttribute('aria-current', 'true');
  await page.getByRole('tab', { name: 'Storyboard' }).click();
  await expect(toastsOn(page)).toContainText('Your text is kept');
  await page.getByRole('tab', { name: 'Timeline Editor' }).click();
  await choose(1);
  await button('Add Text').click();
  await expect(words()).toHaveValue('Never seen');
  await expect(page.getByLabel('Start time')).toHaveValue('5.0');
  await page.getByLabel('Start time').fill('2');
  // For as long as a hand presses: a text that can be seen again takes a row of the lanes, which moves the button.
  await button('Add Text Overlay').click({ delay: 150 });
  await expectToast(page, 'Text overlay added');
});

test('giving up is no loss either: the notice brings it back', async () => {
  await write(1, 'Given up');
  await page.keyboard.press('Escape');
  await expect(words()).toBeHidden();
  await undo('Text changes discarded');
  await expect(words()).toHaveValue('Given up');
  await page.keyboard.press('Escape');
  await expect(chip('Given up', 1)).toBeHidden();
});

test('it outlives a reload, down to the number that is being typed', async () => {
  await write(2, 'Half a sen');
  await page.reload();
  await expect(words()).toHaveValue('Half a sen');
  await words().fill('Half a sentence');
  await button('Add Text Overlay').click();
  await expectToast(page, 'Text overlay added');
  await button('Trim mode').click();
  await startPoint().fill('3');
  await page.reload();
  await expect(startPoint()).toHaveValue('3.00');
  await expect(button('Trim mode')).toHaveAttribute('aria-pressed', 'true');
  await button('Apply').click();
  await expectToast(page, 'Trim applied');
  await page.reload();
  await expect(button('Play')).toBeVisible();
  await expect(startPoint()).toBeHidden();
});

test('a page that was closed over it leaves it to the next one', async () => {
  await write(3, 'Left behind');
  await page.goto('about:blank');
  await page.goto(`${server.url}/project/${projectId}`);
  await expectToast(page, 'Text overlay added');
  await expect.poll(textsOnServer).toContain('Left behind');
});

test('a text that was deleted meanwhile, in another tab or on another device, is added anew by the draft of it', async () => {
  await openTimeline();
  const changeText = async (): Promise<void> => {
    await chip('Left behind', 3).dblclick();
    await words().fill('Left for good');
    await expect(page.getByText('This text was deleted while you were editing it.')).toBeHidden();
  };
  const expectAdded = async (): Promise<void> => {
    await expect(page.getByText('This text was deleted while you were editing it.')).toBeVisible();
    await choose(4);
    await expectToast(page, 'Text overlay added');
    await expect(chip('Left for good', 3)).toBeVisible();
    await expect.poll(textsOnServer).toContain('Left for good');
  };
  const before = await textsOnServer();

  await test.step('another tab', async () => {
    await changeText();
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByRole('button', { name: 'Delete text “Left behind”' }).click();
    await expectToast(other, 'Text overlay deleted');
    await other.close();
    await expectAdded();
    expect(await textsOnServer()).toHaveLength(before.length);
  });

  await test.step('another device', async () => {
    await chip('Left for good', 3).dblclick();
    await words().fill('Left behind');
    await choose(4);
    await expectToast(page, 'Text overlay saved');
    await changeText();
    await expect.poll(textsOnServer).toContain('Left behind');
    const [, , third] = (await owner.project(projectId)).scenes;
    const textOverlays = third?.textOverlays.filter(({ text }) => text !== 'Left behind');
    await owner.send('PATCH', `/api/scenes/${third?.id}`, { textOverlays });
    // Opening a page pulls; the draft is open again in it.
    await page.reload();
    await expectAdded();
    expect(await textsOnServer()).toHaveLength(before.length);
  });
});
