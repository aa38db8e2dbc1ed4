/** The Scene Editor tab: its cards, their order, the dialogs behind them, and what is asked before money moves. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import type { Scene } from '#shared/entities/scene.ts';
import { limits } from '#shared/limits.ts';
import { checkWithAxe, expectNoViolations } from './axe.ts';
import { runRows, type Checklist } from './checklist.ts';
import { makeFailedBoard } from './failed-board.ts';
import { ines } from './journey.ts';
import { ownServer } from './own-server.ts';
import { demoPerson, type Caller } from './people.ts';
import { startServer } from './server.ts';
import { expectToast, toastsOn } from './toast.ts';

let page: Page;
let owner: Caller;
let projectId: string;

const cardOf = (sceneNumber: number): Locator =>
  page.getByRole('article', { name: new RegExp(`^Scene ${sceneNumber}:`) });
const dialogOf = (): Locator => page.getByRole('dialog');
const handleOf = (sceneNumber: number): Locator =>
  page.getByRole('button', { name: `Move scene ${sceneNumber}`, exact: true });
const buttonOf = (what: string, sceneNumber: number): Locator =>
  cardOf(sceneNumber).getByRole('button', { name: `${what} scene ${sceneNumber}`, exact: true });
const frameOf = (sceneNumber: number): Locator => buttonOf('Select', sceneNumber);

async function titlesOn(): Promise<string[]> {
  return page.getByRole('article').getByRole('heading').allTextContents();
}

async function sceneOnServer(title: string): Promise<Scene | undefined> {
  return (await owner.project(projectId)).scenes.find((scene) => scene.title === title);
}

async function chooseInMenu(sceneNumber: number, entry: RegExp): Promise<void> {
  await buttonOf('More for', sceneNumber).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

/** Presses on a card's frame, beside what lies on it. */
async function pressFrame(sceneNumber: number): Promise<void> {
  await frameOf(sceneNumber).click({ position: { x: 60, y: 60 } });
}

const cardRows: Checklist<Page> = {
  'a card has number, status as a word, total duration, picture, title and description': async () => {
    const card = cardOf(1);
    await expect(handleOf(1)).toHaveText('1');
    await expect(card.getByText('Complete', { exact: true })).toBeVisible();
    await expect(card.getByText('0:08', { exact: true })).toBeVisible();
    await expect(card.getByText('Demo picture', { exact: true })).toBeVisible();
    await expect(card.locator('img')).toHaveJSProperty('complete', true);
    await expect(card).toContainText('The lighthouse sweeps its beam across the harbor');
  },
  'Improve, Edit and Delete are on every card, Download only where there is a clip': async () => {
    for (const sceneNumber of [1, 2, 3, 4])
      for (const what of ['Improve', 'Edit', 'Delete']) await expect(buttonOf(what, sceneNumber)).toBeVisible();
    await expect(buttonOf('Download', 1)).toBeVisible();
    await expect(buttonOf('Download', 4)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Download scene/ })).toHaveCount(2);
  },
  'a failed scene says why and offers Retry': async () => {
    const card = cardOf(2);
    await expect(card.getByText('Failed', { exact: true })).toBeVisible();
    await expect(card.getByText(/^The demo studio failed because the prompt says \[fail\]\./)).toBeVisible();
    await expect(card.getByRole('button', { name: 'Retry · free', exact: true })).toBeVisible();
    await expect(card.getByRole('button', { name: 'Dismiss' })).toHaveCount(0);
  },
  'the whole reason stands where the words are changed': async () => {
    await buttonOf('Edit', 2).click();
    await expect(
      dialogOf().getByText('You weren’t charged. Try again, or change the scene’s description.'),
    ).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialogOf()).toBeHidden();
  },
  'a lost answer offers to pay again with open eyes, or to leave it; dismissed, the scene is pending': async () => {
    const card = cardOf(3);
    await expect(
      card.getByRole('button', { name: 'Generate again (may be charged twice)', exact: true }),
    ).toBeVisible();
    await card.getByRole('button', { name: 'Dismiss', exact: true }).click();
    await expect(card.getByText('Pending', { exact: true })).toBeVisible();
  },
  'a selected scene is marked and stands in the address; pressed again it is not': async () => {
    await pressFrame(4);
    await expect(cardOf(4)).toHaveAttribute('aria-current', 'true');
    await expect(frameOf(4)).toHaveAttribute('aria-pressed', 'true');
    const { scenes } = await owner.project(projectId);
    const id = scenes.find(({ sceneNumber }) => sceneNumber === 4)?.id;
    expect(new URL(page.url()).searchParams.get('scene')).toBe(id);
    await page.reload();
    await expect(cardOf(4)).toHaveAttribute('aria-current', 'true');
    await pressFrame(4);
    await expect(cardOf(4)).toHaveAttribute('aria-current', 'false');
    expect(new URL(page.url()).searchParams.has('scene')).toBe(false);
  },
  'a clip is downloaded under its own name': async () => {
    const download = page.waitForEvent('download');
    await buttonOf('Download', 1).click();
    expect((await download).suggestedFilename()).toBe('The-Glass-Lighthouse-scene-01.mp4');
    await expectToast(page, 'Video downloaded');
  },
  'Improve writes better words, says so, and shows before and after, with Undo': async () => {
    const before = await cardOf(4).textContent();
    const dialog = page.getByRole('dialog', { name: 'Scene 4, improved' });
    await buttonOf('Improve', 4).click();
    await expectToast(page, 'Description improved', 'AI has enhanced your prompt with Veo best practices');
    const former = await dialog.getByRole('region', { name: 'Before' }).getByRole('paragraph').textContent();
    expect(before).toContain(former);
    await expect(dialog.getByRole('region', { name: 'After' }).locator('ins').first()).toBeVisible();
    await checkWithAxe(page, 'improved scene');
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await expectToast(page, 'Undone', 'The previous description is back.');
    await expect(cardOf(4).getByText(former ?? '', { exact: true })).toBeVisible();
    await buttonOf('Improve', 4).click();
    await dialog.getByRole('button', { name: 'Keep' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(cardOf(4)).not.toHaveText(before ?? '');
    await expect(cardOf(4).getByText('Edited since its clip was generated.')).toBeVisible();
  },
};

const orderRows: Checklist<Page> = {
  'a card is dragged by its handle to another place, which one Undo takes back': async () => {
    const before = await titlesOn();
    await drag(1, 3);
    const [first, second, third, ...rest] = before;
    await expect.poll(() => titlesOn()).toEqual([second, third, first, ...rest]);
    const toast = toastsOn(page);
    await expect(toast.getByText('Scenes reordered', { exact: true })).toBeVisible();
    await expect(handleOf(3)).toBeVisible();
    await toast.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => titlesOn()).toEqual(before);
  },
  'the keyboard carries a card 25 pixels at a time, tells where it is, and Escape leaves it where it was': async () => {
    const before = await titlesOn();
    const item = page.getByRole('listitem').filter({ has: handleOf(1) });
    await handleOf(1).focus();
    await page.keyboard.press('Space');
    await expect(page.getByText('Scene 1 is over position 1 of 4.')).toBeAttached();
    await page.keyboard.press('ArrowRight');
    await expect(item).toHaveCSS('transform', 'matrix(1, 0, 0, 1, 25, 0)');
    await page.keyboard.press('ArrowDown');
    await expect(item).toHaveCSS('transform', 'matrix(1, 0, 0, 1, 25, 25)');
    await page.keyboard.press('Escape');
    await expect(page.getByText('Scene 1 returned to position 1 of 4.')).toBeAttached();
    expect(await titlesOn()).toEqual(before);
  },
  'the keyboard puts a card down elsewhere, and the focus stays on it': async () => {
    const [first, second, ...rest] = await titlesOn();
    await handleOf(1).focus();
    await page.keyboard.press('Space');
    await carryUntil('ArrowRight', 'Scene 1 is over position 2 of 4.');
    await page.keyboard.press('Space');
    await expect(page.getByText('Scene 1 moved to position 2 of 4.')).toBeAttached();
    await expect.poll(() => titlesOn()).toEqual([second, first, ...rest]);
    await expectToast(page, 'Scenes reordered');
    await expect(handleOf(2)).toBeFocused();
  },
  'the menu moves a card without dragging; the first can not come earlier, nor the last later': async () => {
    const [first, second, ...rest] = await titlesOn();
    await chooseInMenu(2, /^Move earlier$/);
    await expectToast(page, 'Scenes reordered');
    await expect.poll(() => titlesOn()).toEqual([second, first, ...rest]);
    await buttonOf('More for', 1).click();
    await expect(page.getByRole('menuitem', { name: 'Move earlier' })).toBeDisabled();
    await page.keyboard.press('Escape');
    await buttonOf('More for', 4).click();
    await expect(page.getByRole('menuitem', { name: 'Move later' })).toBeDisabled();
    await page.keyboard.press('Escape');
  },
  'the server has the order, numbered from 1': async () => {
    const titles = await titlesOn();
    const onServer = async (): Promise<unknown> =>
      (await owner.project(projectId)).scenes.map(({ title, sceneNumber }) => [sceneNumber, title]);
    await expect.poll(onServer).toEqual(titles.map((title, place) => [place + 1, title]));
  },
  'only the handle keeps a finger from scrolling': async () => {
    await expect(handleOf(1)).toHaveCSS('touch-action', 'none');
    await expect(frameOf(1)).toHaveCSS('touch-action', 'auto');
  },
};

const editRows: Checklist<Page> = {
  'the dialog has every field, and the hint on 1080p': async () => {
    await buttonOf('Edit', 1).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Scene 1' });
    for (const label of ['Title', 'Description', 'Negative prompt (optional)', 'Camera angle', 'Mood'])
      await expect(dialog.getByLabel(label, { exact: true })).toBeVisible();
    await expect(dialog.getByRole('radio', { name: '720p' })).toBeChecked();
    await expect(dialog.getByText('1080p only supports 8 s duration; other durations use 720p.')).toBeVisible();
    await expect(dialog.getByRole('switch', { name: 'Start where the previous scene ends' })).toBeVisible();
    await expect(dialog.getByRole('switch', { name: 'End where the next scene begins' })).toBeVisible();
  },
  'without a title or a description it can not be saved, and says why': async () => {
    const title = dialogOf().getByLabel('Title', { exact: true });
    const save = dialogOf().getByRole('button', { name: 'Save Changes' });
    await title.fill('   ');
    await expect(save).toBeDisabled();
    await expect(dialogOf().getByText('A scene needs a title and a description.')).toBeVisible();
    await title.press('Enter');
    await title.fill('The keeper');
    await dialogOf().getByLabel('Description', { exact: true }).fill(' ');
    await expect(save).toBeDisabled();
  },
  'the longest texts are told, and no more is taken': async () => {
    for (const [name, most] of [
      ['Title', limits.titleLength],
      ['Description', limits.descriptionLength],
      ['Negative prompt (optional)', limits.negativePromptLength],
    ] as const) {
      const field = dialogOf().getByLabel(name, { exact: true });
      const told = dialogOf().getByText(`You’ve reached the limit of ${most.toLocaleString('en')} characters.`);
      await field.fill('x'.repeat(most - 1));
      await expect(told).toBeHidden();
      await field.fill('x'.repeat(most + 1));
      await expect(field).toHaveValue('x'.repeat(most));
      await expect(told).toBeVisible();
      await field.fill('');
    }
  },
  'what the model leaves out is told before anything is paid for': async () => {
    await dialogOf().getByRole('switch', { name: 'End where the next scene begins' }).click();
    await expect(dialogOf().getByText(/^Generated without a last frame:/)).toBeVisible();
    await dialogOf().getByRole('switch', { name: 'End where the next scene begins' }).click();
    await expect(dialogOf().getByText(/^Generated without a last frame:/)).toHaveCount(0);
  },
  'words, camera and mood are saved; an empty negative prompt is none; the card says that its clip is older':
    async () => {
      const dialog = dialogOf();
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
      await expect(cardOf(1).getByText('Edited since its clip was generated.')).toBeVisible();
      await expect
        .poll(() => sceneOnServer('The keeper'))
        .toMatchObject({
          description: 'He climbs the stairs.',
          negativePrompt: null,
          metadata: { cameraAngle: 'low-angle', mood: 'lonely' },
        });
    },
  'a scene of one’s own has a title, a description and a length that the model makes, and comes last': async () => {
    await page.getByRole('button', { name: 'Add Custom Scene' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Custom Scene' });
    await expect(dialog.getByLabel('Title', { exact: true })).toBeFocused();
    await expect(dialog.getByRole('button', { name: 'Add Scene' })).toBeDisabled();
    await expect(dialog.getByRole('radio')).toHaveCount(3);
    for (const name of ['4 s', '6 s', '8 s'])
      await expect(dialog.getByRole('radio', { name, exact: true })).toBeVisible();
    await expect(dialog.getByRole('radio', { name: '8 s' })).toBeChecked();
    await expectNoViolations(page, 'dialog for a scene of one’s own');
    await dialog.getByLabel('Title', { exact: true }).fill('The end');
    await expect(dialog.getByText('A scene needs a title and a description.')).toBeVisible();
    await dialog.getByLabel('Description', { exact: true }).fill('The light goes out.');
    await dialog.getByRole('radio', { name: '4 s' }).click();
    await dialog.getByRole('button', { name: 'Add Scene' }).click();
    await expectToast(page, 'Scene added');
    await expect(cardOf(5)).toContainText('The end');
    await expect(cardOf(5).getByText('0:04', { exact: true })).toBeVisible();
    await expect(cardOf(5).getByText('Pending', { exact: true })).toBeVisible();
  },
  'a scene is deleted without a question, and Undo brings it back to its place': async () => {
    const before = await titlesOn();
    await buttonOf('Delete', 2).click();
    await expect.poll(() => titlesOn()).toEqual(before.toSpliced(1, 1));
    const toast = toastsOn(page);
    await expect(toast.getByText('Scene deleted', { exact: true })).toBeVisible();
    await toast.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => titlesOn()).toEqual(before);
  },
};

async function drag(from: number, to: number): Promise<void> {
  const { mouse } = page;
  const target = await handleOf(to).boundingBox();
  if (target === null) throw new Error(`Scene ${to} is not on the screen.`);
  await handleOf(from).hover();
  await mouse.down();
  await mouse.move(target.x + target.width / 2, target.y + target.height / 2, { steps: 8 });
  await expect(page.getByText(`Scene ${from} is over position ${to} of 4.`)).toBeAttached();
  await mouse.up();
}

async function carryUntil(key: string, announcement: string): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(key);
    await expect(page.getByText(announcement)).toBeAttached({ timeout: 50 });
  }).toPass({ intervals: [10] });
}

const generateOf = (): Locator => page.getByRole('button', { name: 'Generate Videos' });

/** Comes after `editRows`: scene 1 is complete, and three scenes have no clip. */
const costRows: Checklist<Page> = {
  'a clip is made again from the menu, which has its price; the dialog says what it costs and that the old one stays':
    async () => {
      await page.getByRole('button', { name: 'More for scene 1', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Generate again · free' }).click();
      const dialog = page.getByRole('dialog', { name: 'Generate scene 1 again' });
      await expect(dialog.getByText('about $2.00', { exact: true })).toBeVisible();
      await expect(dialog.getByText('You keep your current clip until the new one is stored.')).toBeVisible();
      await expect(dialog.getByText('No one (demo studio)')).toBeVisible();
      await expectNoViolations(page, 'dialog for a clip that is made again');
      await dialog.getByRole('button', { name: 'Generate again' }).click();
      await expect(dialog).toBeHidden();
    },
  'while a scene is made its old picture stays, and Generate Videos says why it has to wait': async () => {
    const card = page.getByRole('article', { name: /^Scene 1:/ });
    await expect(card.getByText('Generating', { exact: true })).toBeVisible();
    await expect(card.locator('img')).toBeVisible();
    await expect(generateOf()).toHaveAttribute('aria-disabled', 'true');
    await generateOf().hover();
    await expect(page.getByRole('tooltip', { name: 'Scenes are still generating.' })).toBeVisible();
  },
  'the new clip is made from the new words, and nothing is older than they are': async () => {
    const card = page.getByRole('article', { name: /^Scene 1:/ });
    await expect(card.getByText('Complete', { exact: true })).toBeVisible();
    await expect(card.getByText('Edited since its clip was generated.')).toHaveCount(0);
  },
  'on a phone the button floats over the list, large enough for a thumb': async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    await expect.poll(async () => (await generateOf().boundingBox())?.height).toBeGreaterThanOrEqual(44);
    const box = await generateOf().boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(680);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    expect(await generateOf().boundingBox()).toEqual(box);
    await page.setViewportSize({ width: 1280, height: 800 });
  },
  'an order that the server refuses is told': async () => {
    const isReorder = '**/reorder-scenes';
    const message = 'The order names a scene that is not there.';
    await page.route(isReorder, (route) =>
      route.fulfill({ status: 422, json: { message, code: 'invalid_input', requestId: 'r' } }),
    );
    await page.getByRole('button', { name: 'More for scene 2', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Move later' }).click();
    const toast = toastsOn(page);
    await expect(toast.getByText('Error reordering scenes', { exact: true })).toBeVisible();
    await expect(toast.getByText(message)).toBeVisible();
    await page.unroute(isReorder);
  },
  'with a clip for every scene there is nothing left to generate, which the button says': async () => {
    for (const sceneNumber of [5, 3, 2]) {
      const count = await page.getByRole('article').count();
      await page.getByRole('button', { name: `Delete scene ${sceneNumber}`, exact: true }).click();
      await expect(page.getByRole('article')).toHaveCount(count - 1);
    }
    await expect(generateOf()).toHaveAttribute('aria-disabled', 'true');
    await generateOf().hover();
    await expect(page.getByRole('tooltip', { name: 'Every scene already has a clip.' })).toBeVisible();
  },
};

const server = ownServer(() => startServer({ GENERATION_POLL_MS: '200' }));

test('scenes are judged, put in order, written anew, made and thrown away on their cards', async ({ page: opened }) => {
  page = opened;
  owner = await demoPerson(page.request, server.url, ines);
  projectId = await makeFailedBoard(owner);
  await page.goto(`${server.url}/project/${projectId}`);
  await expect(page.getByRole('article')).toHaveCount(4);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await checkWithAxe(page, 'scenes in every state');

  await runRows(cardRows, page);
  await runRows(orderRows, page);
  await runRows(editRows, page);
  await runRows(costRows, page);
});
