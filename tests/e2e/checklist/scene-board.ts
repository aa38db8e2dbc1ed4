/** What the Scene Editor tab says and does. Scene 1 has its clip, scene 2 failed, the answer for scene 3 was lost, scene 4 has its clip. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { Scene } from '#shared/entities/scene.ts';
import type { Caller } from '../people.ts';
import { checkWithAxe } from '../axe.ts';
import { expectToast, toastsOn } from '../toast.ts';
import type { Checklist } from './checklist.ts';

export type SceneBoardScreen = { page: Page; owner: Caller; projectId: string };

const cardOf = ({ page }: SceneBoardScreen, sceneNumber: number): Locator =>
  page.getByRole('article', { name: new RegExp(`^Scene ${sceneNumber}:`) });
const dialogOf = ({ page }: SceneBoardScreen): Locator => page.getByRole('dialog');
const handleOf = ({ page }: SceneBoardScreen, sceneNumber: number): Locator =>
  page.getByRole('button', { name: `Move scene ${sceneNumber}`, exact: true });
const buttonOf = (screen: SceneBoardScreen, what: string, sceneNumber: number): Locator =>
  cardOf(screen, sceneNumber).getByRole('button', { name: `${what} scene ${sceneNumber}`, exact: true });
const frameOf = (screen: SceneBoardScreen, sceneNumber: number): Locator => buttonOf(screen, 'Select', sceneNumber);

async function titlesOn({ page }: SceneBoardScreen): Promise<string[]> {
  return page.getByRole('article').getByRole('heading').allTextContents();
}

async function sceneOnServer({ owner, projectId }: SceneBoardScreen, title: string): Promise<Scene | undefined> {
  return (await owner.project(projectId)).scenes.find((scene) => scene.title === title);
}

async function chooseInMenu(screen: SceneBoardScreen, sceneNumber: number, entry: RegExp): Promise<void> {
  await buttonOf(screen, 'More for', sceneNumber).click();
  await screen.page.getByRole('menuitem', { name: entry }).click();
}

/** Presses on a card's frame, beside what lies on it. */
async function pressFrame(screen: SceneBoardScreen, sceneNumber: number): Promise<void> {
  await frameOf(screen, sceneNumber).click({ position: { x: 60, y: 60 } });
}

export const cardRows: Checklist<SceneBoardScreen> = {
  'a card has number, status as a word, total duration, picture, title and description': async (screen) => {
    const card = cardOf(screen, 1);
    await expect(handleOf(screen, 1)).toHaveText('1');
    await expect(card.getByText('Complete', { exact: true })).toBeVisible();
    await expect(card.getByText('0:08', { exact: true })).toBeVisible();
    await expect(card.getByText('Demo picture', { exact: true })).toBeVisible();
    await expect(card.locator('img')).toHaveJSProperty('complete', true);
    await expect(card).toContainText('The lighthouse sweeps its beam across the harbor');
  },
  'Improve, Edit and Delete are on every card, Download only where there is a clip': async (screen) => {
    for (const sceneNumber of [1, 2, 3, 4])
      for (const what of ['Improve', 'Edit', 'Delete']) await expect(buttonOf(screen, what, sceneNumber)).toBeVisible();
    await expect(buttonOf(screen, 'Download', 1)).toBeVisible();
    await expect(buttonOf(screen, 'Download', 4)).toBeVisible();
    await expect(screen.page.getByRole('button', { name: /^Download scene/ })).toHaveCount(2);
  },
  'a failed scene says why and offers Retry': async (screen) => {
    const card = cardOf(screen, 2);
    await expect(card.getByText('Failed', { exact: true })).toBeVisible();
    await expect(card.getByText(/^The demo studio failed because the prompt says \[fail\]\./)).toBeVisible();
    await expect(card.getByRole('button', { name: 'Retry · free', exact: true })).toBeVisible();
    await expect(card.getByRole('button', { name: 'Dismiss' })).toHaveCount(0);
  },
  'the whole reason stands where the words are changed': async (screen) => {
    await buttonOf(screen, 'Edit', 2).click();
    await expect(
      dialogOf(screen).getByText('You weren’t charged. Try again, or change the scene’s description.'),
    ).toBeVisible();
    await screen.page.keyboard.press('Escape');
    await expect(dialogOf(screen)).toBeHidden();
  },
  'a lost answer offers to pay again with open eyes, or to leave it; dismissed, the scene is pending': async (
    screen,
  ) => {
    const card = cardOf(screen, 3);
    await expect(
      card.getByRole('button', { name: 'Generate again (may be charged twice)', exact: true }),
    ).toBeVisible();
    await card.getByRole('button', { name: 'Dismiss', exact: true }).click();
    await expect(card.getByText('Pending', { exact: true })).toBeVisible();
  },
  'a selected scene is marked and stands in the address; pressed again it is not': async (screen) => {
    await pressFrame(screen, 4);
    await expect(cardOf(screen, 4)).toHaveAttribute('aria-current', 'true');
    await expect(frameOf(screen, 4)).toHaveAttribute('aria-pressed', 'true');
    const { scenes } = await screen.owner.project(screen.projectId);
    const id = scenes.find(({ sceneNumber }) => sceneNumber === 4)?.id;
    expect(new URL(screen.page.url()).searchParams.get('scene')).toBe(id);
    await screen.page.reload();
    await expect(cardOf(screen, 4)).toHaveAttribute('aria-current', 'true');
    await pressFrame(screen, 4);
    await expect(cardOf(screen, 4)).toHaveAttribute('aria-current', 'false');
    expect(new URL(screen.page.url()).searchParams.has('scene')).toBe(false);
  },
  'Play plays the clip in the card, and Pause holds it': async (screen) => {
    await cardOf(screen, 4).hover();
    await cardOf(screen, 4).getByRole('button', { name: 'Play scene 4' }).click();
    await expect(cardOf(screen, 4).locator('canvas')).toBeAttached();
    await cardOf(screen, 4).getByRole('button', { name: 'Pause scene 4' }).click();
    await expect(cardOf(screen, 4).getByRole('button', { name: 'Play scene 4' })).toBeVisible();
    await expect(screen.page.getByRole('tab', { name: 'Scene Editor' })).toHaveAttribute('aria-selected', 'true');
  },
  'a clip is downloaded under its own name': async (screen) => {
    const download = screen.page.waitForEvent('download');
    await buttonOf(screen, 'Download', 1).click();
    expect((await download).suggestedFilename()).toBe('The-Glass-Lighthouse-scene-01.mp4');
    await expectToast(screen.page, 'Video downloaded');
  },
  'Improve writes better words, says so, and shows before and after, with Undo': async (screen) => {
    const before = await cardOf(screen, 4).textContent();
    const dialog = screen.page.getByRole('dialog', { name: 'Scene 4, improved' });
    await buttonOf(screen, 'Improve', 4).click();
    await expectToast(screen.page, 'Description improved', 'AI has enhanced your prompt with Veo best practices');
    const former = await dialog.getByRole('region', { name: 'Before' }).getByRole('paragraph').textContent();
    expect(before).toContain(former);
    await expect(dialog.getByRole('region', { name: 'After' }).locator('ins').first()).toBeVisible();
    await checkWithAxe(screen.page, 'improved scene');
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await expectToast(screen.page, 'Undone', 'The previous description is back.');
    await expect(cardOf(screen, 4).getByText(former ?? '', { exact: true })).toBeVisible();
    await buttonOf(screen, 'Improve', 4).click();
    await dialog.getByRole('button', { name: 'Keep' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(cardOf(screen, 4)).not.toHaveText(before ?? '');
    await expect(cardOf(screen, 4).getByText('Edited since its clip was generated.')).toBeVisible();
  },
};

export const orderRows: Checklist<SceneBoardScreen> = {
  'a card is dragged by its handle to another place, which one Undo takes back': async (screen) => {
    const before = await titlesOn(screen);
    await drag(screen, 1, 3);
    const [first, second, third, ...rest] = before;
    await expect.poll(() => titlesOn(screen)).toEqual([second, third, first, ...rest]);
    const toast = toastsOn(screen.page);
    await expect(toast.getByText('Scenes reordered', { exact: true })).toBeVisible();
    await expect(handleOf(screen, 3)).toBeVisible();
    await toast.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => titlesOn(screen)).toEqual(before);
  },
  'the keyboard carries a card 25 pixels at a time, tells where it is, and Escape leaves it where it was': async (
    screen,
  ) => {
    const { page } = screen;
    const before = await titlesOn(screen);
    const item = page.getByRole('listitem').filter({ has: handleOf(screen, 1) });
    await handleOf(screen, 1).focus();
    await page.keyboard.press('Space');
    await expect(page.getByText('Scene 1 is over position 1 of 4.')).toBeAttached();
    await page.keyboard.press('ArrowRight');
    await expect(item).toHaveCSS('transform', 'matrix(1, 0, 0, 1, 25, 0)');
    await page.keyboard.press('ArrowDown');
    await expect(item).toHaveCSS('transform', 'matrix(1, 0, 0, 1, 25, 25)');
    await page.keyboard.press('Escape');
    await expect(page.getByText('Scene 1 returned to position 1 of 4.')).toBeAttached();
    expect(await titlesOn(screen)).toEqual(before);
  },
  'the keyboard puts a card down elsewhere, and the focus stays on it': async (screen) => {
    const { page } = screen;
    const [first, second, ...rest] = await titlesOn(screen);
    await handleOf(screen, 1).focus();
    await page.keyboard.press('Space');
    await carryUntil(page, 'ArrowRight', 'Scene 1 is over position 2 of 4.');
    await page.keyboard.press('Space');
    await expect(page.getByText('Scene 1 moved to position 2 of 4.')).toBeAttached();
    await expect.poll(() => titlesOn(screen)).toEqual([second, first, ...rest]);
    await expectToast(page, 'Scenes reordered');
    await expect(handleOf(screen, 2)).toBeFocused();
  },
  'the menu moves a card without dragging; the first can not come earlier, nor the last later': async (screen) => {
    const [first, second, ...rest] = await titlesOn(screen);
    await chooseInMenu(screen, 2, /^Move earlier$/);
    await expectToast(screen.page, 'Scenes reordered');
    await expect.poll(() => titlesOn(screen)).toEqual([second, first, ...rest]);
    await buttonOf(screen, 'More for', 1).click();
    await expect(screen.page.getByRole('menuitem', { name: 'Move earlier' })).toBeDisabled();
    await screen.page.keyboard.press('Escape');
    await buttonOf(screen, 'More for', 4).click();
    await expect(screen.page.getByRole('menuitem', { name: 'Move later' })).toBeDisabled();
    await screen.page.keyboard.press('Escape');
  },
  'the server has the order, numbered from 1': async (screen) => {
    const titles = await titlesOn(screen);
    const onServer = async (): Promise<unknown> =>
      (await screen.owner.project(screen.projectId)).scenes.map(({ title, sceneNumber }) => [sceneNumber, title]);
    await expect.poll(onServer).toEqual(titles.map((title, place) => [place + 1, title]));
  },
  'only the handle keeps a finger from scrolling': async (screen) => {
    await expect(handleOf(screen, 1)).toHaveCSS('touch-action', 'none');
    await expect(frameOf(screen, 1)).toHaveCSS('touch-action', 'auto');
  },
};

export const editRows: Checklist<SceneBoardScreen> = {
  'the dialog has every field, and the hint on 1080p': async (screen) => {
    await buttonOf(screen, 'Edit', 1).click();
    const dialog = screen.page.getByRole('dialog', { name: 'Edit Scene 1' });
    for (const label of ['Title', 'Description', 'Negative prompt (optional)', 'Camera angle', 'Mood'])
      await expect(dialog.getByLabel(label, { exact: true })).toBeVisible();
    await expect(dialog.getByRole('radio', { name: '720p' })).toBeChecked();
    await expect(dialog.getByText('1080p only supports 8 s duration; other durations use 720p.')).toBeVisible();
    await expect(dialog.getByRole('switch', { name: 'Start where the previous scene ends' })).toBeVisible();
    await expect(dialog.getByRole('switch', { name: 'End where the next scene begins' })).toBeVisible();
  },
  'without a title or a description it can not be saved, and says why': async (screen) => {
    const title = dialogOf(screen).getByLabel('Title', { exact: true });
    const save = dialogOf(screen).getByRole('button', { name: 'Save Changes' });
    await title.fill('   ');
    await expect(save).toBeDisabled();
    await expect(dialogOf(screen).getByText('A scene needs a title and a description.')).toBeVisible();
    await title.fill('The keeper');
    await dialogOf(screen).getByLabel('Description', { exact: true }).fill(' ');
    await expect(save).toBeDisabled();
  },
  'the longest title is told': async (screen) => {
    const title = dialogOf(screen).getByLabel('Title', { exact: true });
    await title.fill('x'.repeat(120));
    await expect(dialogOf(screen).getByText('You’ve reached the limit of 120 characters.')).toBeVisible();
  },
  'what the model leaves out is told before anything is paid for': async (screen) => {
    await dialogOf(screen).getByRole('switch', { name: 'End where the next scene begins' }).click();
    await expect(dialogOf(screen).getByText(/^Generated without a last frame:/)).toBeVisible();
    await dialogOf(screen).getByRole('switch', { name: 'End where the next scene begins' }).click();
    await expect(dialogOf(screen).getByText(/^Generated without a last frame:/)).toHaveCount(0);
  },
  'words, camera and mood are saved; an empty negative prompt is none; the card says that its clip is older': async (
    screen,
  ) => {
    const { page } = screen;
    const dialog = dialogOf(screen);
    await dialog.getByLabel('Title', { exact: true }).fill('  The keeper  ');
    await dialog.getByLabel('Description', { exact: true }).fill('He climbs the stairs.');
    await dialog.getByLabel('Negative prompt (optional)').fill('  ');
    await dialog.getByLabel('Camera angle').click();
    await expect(page.getByRole('option')).toHaveCount(11);
    await page.getByRole('option', { name: 'Low angle' }).click();
    await dialog.getByLabel('Mood').click();
    await expect(page.getByRole('option')).toHaveCount(13);
    await page.getByRole('option', { name: 'Lonely' }).click();
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expectToast(page, 'Scene updated', 'Your changes have been saved');
    await expect(dialog).toBeHidden();
    await expect(cardOf(screen, 1).getByText('Edited since its clip was generated.')).toBeVisible();
    await expect
      .poll(() => sceneOnServer(screen, 'The keeper'))
      .toMatchObject({
        description: 'He climbs the stairs.',
        negativePrompt: null,
        metadata: { cameraAngle: 'low-angle', mood: 'lonely' },
      });
  },
  'a scene of one’s own has a title, a description and a length that the model makes, and comes last': async (
    screen,
  ) => {
    const { page } = screen;
    await page.getByRole('button', { name: 'Add Custom Scene' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Custom Scene' });
    await expect(dialog.getByLabel('Title', { exact: true })).toBeFocused();
    await expect(dialog.getByRole('button', { name: 'Add Scene' })).toBeDisabled();
    await expect(dialog.getByRole('radio')).toHaveCount(3);
    for (const name of ['4 s', '6 s', '8 s'])
      await expect(dialog.getByRole('radio', { name, exact: true })).toBeVisible();
    await expect(dialog.getByRole('radio', { name: '8 s' })).toBeChecked();
    await dialog.getByLabel('Title', { exact: true }).fill('The end');
    await expect(dialog.getByText('A scene needs a title and a description.')).toBeVisible();
    await dialog.getByLabel('Description', { exact: true }).fill('The light goes out.');
    await dialog.getByRole('radio', { name: '4 s' }).click();
    await dialog.getByRole('button', { name: 'Add Scene' }).click();
    await expectToast(page, 'Scene added');
    await expect(cardOf(screen, 5)).toContainText('The end');
    await expect(cardOf(screen, 5).getByText('0:04', { exact: true })).toBeVisible();
    await expect(cardOf(screen, 5).getByText('Pending', { exact: true })).toBeVisible();
  },
  'a scene is deleted without a question, and Undo brings it back to its place': async (screen) => {
    const before = await titlesOn(screen);
    await buttonOf(screen, 'Delete', 2).click();
    await expect.poll(() => titlesOn(screen)).toEqual(before.toSpliced(1, 1));
    const toast = toastsOn(screen.page);
    await expect(toast.getByText('Scene deleted', { exact: true })).toBeVisible();
    await toast.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => titlesOn(screen)).toEqual(before);
  },
};

async function drag(screen: SceneBoardScreen, from: number, to: number): Promise<void> {
  const { mouse } = screen.page;
  const target = await handleOf(screen, to).boundingBox();
  if (target === null) throw new Error(`Scene ${to} is not on the screen.`);
  await handleOf(screen, from).hover();
  await mouse.down();
  await mouse.move(target.x + target.width / 2, target.y + target.height / 2, { steps: 8 });
  await expect(screen.page.getByText(`Scene ${from} is over position ${to} of 4.`)).toBeAttached();
  await mouse.up();
}

async function carryUntil(page: Page, key: string, announcement: string): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(key);
    await expect(page.getByText(announcement)).toBeAttached({ timeout: 50 });
  }).toPass({ intervals: [10] });
}
