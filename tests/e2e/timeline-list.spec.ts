/** The timeline as a list: everything that the lanes do, by keys alone, and told in words. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { checkWithAxe, DESKTOP, PHONE } from './axe.ts';
import { signInByCall, type Caller } from './people.ts';
import { plantedOwner, startPlantedServer } from './planted.ts';
import type { RunningServer } from './server.ts';

test.describe.configure({ mode: 'serial' });

let server: RunningServer;
let page: Page;
let owner: Caller;
let projectId = '';

test.beforeAll(async ({ browser }) => {
  server = await startPlantedServer();
  page = await (await browser.newContext({ viewport: DESKTOP, reducedMotion: 'reduce' })).newPage();
  const planted = await plantedOwner(0);
  projectId = planted.projectId;
  owner = await signInByCall(page.request, server.url, planted.person);
  const [first] = (await owner.project(projectId)).scenes;
  await owner.send('PATCH', `/api/scenes/${first?.id}`, {
    textOverlays: [
      { text: 'A town forgets', fontSize: 64, color: '#FFFFFF', position: 'center', startTime: 1, endTime: 5 },
    ],
  });
  await page.goto(`${server.url}/project/${projectId}?tab=timeline`);
  await page.getByRole('radio', { name: 'List' }).click();
  await expect(grid()).toBeVisible();
});
test.afterAll(async () => {
  await page.context().close();
  await server.remove();
});

const grid = (): Locator => page.getByRole('treegrid', { name: 'Scenes, texts, joins, and sound' });
const row = (name: string | RegExp): Locator => grid().getByRole('row', { name });
/** Rows of scenes, in their order. */
const titles = (): Promise<string[]> => grid().locator('[data-kind="scene"] [data-cell="item"]').allTextContents();
const spoken = (): Locator => page.locator('[data-screen-foot] output').first();
const sceneOnServer = async (number: number) => (await owner.project(projectId)).scenes[number - 1];
const press = (...keys: string[]): Promise<void> =>
  keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());

test('it is one stop of Tab, and its keys lead from row to row', async () => {
  await expect(grid().locator('[tabindex="0"]')).toHaveCount(1);
  await grid().locator('[tabindex="0"]').focus();
  await press('Home');
  const [firstTitle = ''] = await titles();
  await expect(row(new RegExp(firstTitle))).toBeFocused();
  await expect(page.getByRole('region', { name: 'Selected scene' })).toContainText(firstTitle);
  await press('ArrowDown');
  await expect(row(/A town forgets/)).toBeFocused();
  await press('ArrowDown');
  await expect(row(/Cut to scene 2/)).toBeFocused();
  await expect(page.getByRole('region', { name: 'Selected join' })).toBeVisible();
  await press('ArrowLeft', 'ArrowLeft');
  await expect(row(/A town forgets/)).toHaveCount(0);
  await expect(row(new RegExp(firstTitle))).toHaveAttribute('aria-expanded', 'false');
  await press('ArrowRight');
  await expect(row(/A town forgets/)).toBeVisible();
});

test('Alt and an arrow move a scene, which keeps the focus, and the foot says where it is', async () => {
  const before = await titles();
  const [first = '', second = ''] = before;
  await press('Home', 'Alt+ArrowDown');
  await expect(spoken()).toHaveText(`“${first}” is now scene 2 of 4`);
  await expect.poll(titles).toEqual([second, first, ...before.slice(2)]);
  await expect(row(new RegExp(first))).toBeFocused();
  await press('Alt+ArrowUp');
  await expect.poll(titles).toEqual(before);
  await expect.poll(async () => (await sceneOnServer(1))?.title).toBe(first);
});

test('Enter leads to the inspector, where a trim is typed or stepped by frames, and Escape back to the row', async () => {
  const [first = ''] = await titles();
  await press('Home', 'Enter');
  const from = page.getByRole('textbox', { name: 'Plays from' });
  await expect(from).toBeFocused();
  await page.keyboard.type('0:01:12');
  await press('Enter');
  await expect(spoken()).toHaveText('Scene 1 now plays from 0:01:12 to 0:08:00, 6.5 seconds');
  await expect.poll(async () => (await sceneOnServer(1))?.trimStart).toBe(1.5);
  await expect(row(new RegExp(first))).toContainText('1.5 s cut at the start');
  const to = page.getByRole('textbox', { name: 'Plays to' });
  await to.focus();
  await press('ArrowDown', 'Shift+ArrowDown', 'Enter');
  await expect(to).toHaveValue('0:06:23');
  await expect.poll(async () => (await sceneOnServer(1))?.trimEnd).toBeCloseTo(6 + 23 / 24, 5);
  await to.fill('never');
  await press('Enter');
  await expect(page.getByText('Type it as minutes:seconds:frames, like 0:01:12')).toBeVisible();
  await expect(to).toHaveValue('0:06:23');
  await press('Escape');
  await expect(row(new RegExp(first))).toBeFocused();
  await press('ControlOrMeta+z', 'ControlOrMeta+z');
  await expect.poll(async () => (await sceneOnServer(1))?.trimStart).toBeNull();
});

test('volume, mute, a join, and the time of a text are edited from their rows', async () => {
  const [first = ''] = await titles();
  await row(new RegExp(first)).focus();
  await press('Enter');
  const mute = page.getByRole('switch', { name: 'Mute' });
  await mute.focus();
  await press('Space');
  await expect(spoken()).toHaveText('Scene 1 is muted');
  await expect(row(new RegExp(first))).toContainText('Muted');
  await press('Escape');
  await row(/Cut to scene 2/).focus();
  await press('Enter');
  await page.getByRole('radio', { name: 'Crossfade' }).click();
  await expect(spoken()).toHaveText('Crossfade between scenes 1 and 2 is now 1.0 seconds');
  await row(/Crossfade to scene 2/).focus();
  await press('Delete');
  await expect(row(/Cut to scene 2/)).toBeFocused();
  await expect.poll(async () => (await sceneOnServer(1))?.transition).toBeNull();
  await row(/A town forgets/).focus();
  await press('Enter');
  const inspector = page.getByRole('region', { name: 'Selected text' });
  await expect(inspector.getByRole('textbox', { name: 'Text', exact: true })).toBeFocused();
  const start = inspector.getByRole('textbox', { name: 'Start' });
  await start.focus();
  await start.fill('2');
  await press('Enter');
  await expect(spoken()).toHaveText('“A town forgets” now shows from 2.0 to 5.0 seconds of scene 1');
  await inspector.getByRole('group', { name: 'Presets' }).getByRole('button', { name: 'Box' }).focus();
  await press('Space');
  await expect(spoken()).toHaveText('“A town forgets” on scene 1 changed');
  await expect(row(/A town forgets/)).toContainText('box');
  await expect.poll(async () => (await sceneOnServer(1))?.textOverlays[0]?.style?.box).toBe(true);
  await press('Escape');
  await expect(row(/A town forgets/)).toBeFocused();
  await expect(inspector).toBeVisible();
  await press('Delete');
  await expect(row(/A town forgets/)).toHaveCount(0);
  await expect(row(/Cut to scene 2/)).toBeFocused();
  await press('ControlOrMeta+z');
  await expect(row(/A town forgets/)).toBeVisible();
});

test('scenes and texts are duplicated, split, copied, cut, and pasted from their rows', async () => {
  const before = await titles();
  const [first = ''] = before;
  const texts = row(/A town forgets/);
  await texts.focus();
  await press('ControlOrMeta+d');
  await expect(spoken()).toHaveText('“A town forgets” added to scene 1');
  await expect(texts).toHaveCount(2);
  await texts.first().focus();
  await press('ControlOrMeta+x');
  await expect(spoken()).toHaveText('“A town forgets” deleted from scene 1');
  await expect(texts).toHaveCount(1);
  await press('ControlOrMeta+v');
  await expect(texts).toHaveCount(2);
  await press('ControlOrMeta+z', 'ControlOrMeta+z', 'ControlOrMeta+z');
  await expect(texts).toHaveCount(1);
  await row(new RegExp(first)).first().focus();
  await press('ControlOrMeta+d');
  await expect.poll(titles).toEqual([first, ...before]);
  await expect(spoken()).toHaveText(`Scene 2: ${first} added`);
  await press('ControlOrMeta+z');
  await expect.poll(titles).toEqual(before);
  await row(new RegExp(first)).first().focus();
  await press('ArrowRight', 'Home', '.', '.', 's');
  await expect.poll(titles).toEqual([first, ...before]);
  await press('ControlOrMeta+z');
  await expect.poll(titles).toEqual(before);
});

test('several scenes are chosen by keys, and moved, muted, duplicated, and deleted together', async () => {
  const before = await titles();
  const [first = '', second = '', third = '', last = ''] = before;
  const chosen = (): Promise<string[]> =>
    grid().locator('[data-kind="scene"][aria-selected="true"] [data-cell="item"]').allTextContents();
  await row(new RegExp(first)).first().focus();
  await press('Shift+ArrowDown');
  await expect(page.getByText('2 scenes selected')).toBeVisible();
  expect(await chosen()).toEqual([first, second]);
  await press('Alt+ArrowDown');
  await expect.poll(titles).toEqual([third, first, second, last]);
  expect(await chosen()).toEqual([first, second]);
  await press('ControlOrMeta+d');
  await expect.poll(titles).toEqual([third, first, first, second, second, last]);
  await press('ControlOrMeta+z', 'ControlOrMeta+z');
  await expect.poll(titles).toEqual(before);
  await press('Escape');
  await expect(page.getByText('2 scenes selected')).toBeHidden();
  await row(new RegExp(first)).first().focus();
  await press('ControlOrMeta+ArrowDown', 'ControlOrMeta+ArrowDown', 'ControlOrMeta+Space');
  expect(await chosen()).toEqual([third]);
  await press('Shift+ArrowUp');
  await row(new RegExp(last)).click({ modifiers: ['ControlOrMeta'] });
  await expect(page.getByText('3 scenes selected')).toBeVisible();
  // The stretch begins where the last one was chosen by itself.
  expect(await chosen()).toEqual([second, third, last]);
  await row(new RegExp(last)).click({ button: 'right' });
  const menu = page.getByRole('menu', { name: '3 scenes' });
  await expect(menu).toBeVisible();
  await checkWithAxe(page, 'menu of several rows', [DESKTOP]);
  const muted = async (): Promise<string[]> =>
    (await owner.project(projectId)).scenes.filter((scene) => scene.muted).map(({ title }) => title);
  const mutedBefore = await muted();
  await menu.getByRole('menuitem', { name: 'Mute' }).click();
  await expect.poll(muted).toEqual(before.filter((title) => title !== first || mutedBefore.includes(first)));
  await row(new RegExp(first)).first().focus();
  await press('ControlOrMeta+a', 'Delete');
  await expect.poll(titles).toEqual([]);
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expect.poll(titles).toEqual(before);
  await press('ControlOrMeta+z');
  await expect.poll(muted).toEqual(mutedBefore);
});

test('a finger chooses more by the menu of a row', async () => {
  const [first = '', second = ''] = await titles();
  await row(new RegExp(first)).first().focus();
  await row(new RegExp(second)).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Select with the other scene' }).click();
  await expect(page.getByText('2 scenes selected')).toBeVisible();
  await row(new RegExp(first)).first().click();
  await expect(page.getByText('2 scenes selected')).toBeHidden();
});

test('a deleted scene is taken back by its notice, and the neighbor has the focus', async () => {
  const before = await titles();
  const [, , third = '', last = ''] = before;
  await row(new RegExp(last)).focus();
  await press('Delete');
  await expect(spoken()).toHaveText(`Scene 4: ${last} deleted`);
  await expect(row(new RegExp(third))).toBeFocused();
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expect.poll(titles).toEqual(before);
});

test('axe finds nothing in it, and the choice stays', async () => {
  await row(/A town forgets/).focus();
  await checkWithAxe(page, 'timeline as a list', [PHONE, DESKTOP]);
  await page.reload();
  await expect(grid()).toBeVisible();
  await page.getByRole('radio', { name: 'Lanes' }).click();
  await expect(page.getByRole('button', { name: /^Scene 1:/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: /^Scene 1:/ })).toBeVisible();
});
