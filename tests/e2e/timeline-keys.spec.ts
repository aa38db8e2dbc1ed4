/** A movie is edited by keys, in its list and on its lanes, also without the network; and drafts outlive the page that they were made on. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import type { Scene } from '#shared/entities/scene.ts';
import { checkWithAxe, DESKTOP, PHONE } from './axe.ts';
import { block, openTimeline } from './editing.ts';
import { lighthouse, untilAppIsKept, untilClipsAreKept } from './journey.ts';
import { makeProject, signInByCall } from './people.ts';
import { plantedOwner, startPlantedServer } from './planted.ts';
import type { RunningServer } from './server.ts';
import { expectToast, toastsOn } from './toast.ts';

test.use({ serviceWorkers: 'allow' });

let server: RunningServer;
test.beforeAll(async () => {
  server = await startPlantedServer();
});
test.afterAll(() => server.remove());

const press = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

test('a movie is edited by keys alone, with and without the network, and no draft is lost', async ({
  page,
  context,
}) => {
  const { person, projectId } = await plantedOwner(0);
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(server.url).origin });
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const owner = await signInByCall(page.request, server.url, person);
  const another = { ...lighthouse, title: 'Another one', genres: ['drama'] };
  const otherId = (await makeProject(owner, another, { clips: false })).project.id;
  const scenesOf = async (id = projectId): Promise<Scene[]> => (await owner.project(id)).scenes;
  const titles = async (): Promise<string[]> => (await scenesOf()).map(({ title }) => title);
  const textsOf = async (number: number): Promise<string[]> =>
    ((await scenesOf())[number - 1]?.textOverlays ?? []).map(({ text }) => text);
  const before = await titles();
  const [first = '', second = ''] = before;
  await page.goto(`${server.url}/project/${projectId}?tab=timeline`);

  await test.step('the list moves, trims, mutes, and joins scenes, and the server has it', async () => {
    await page.getByRole('radio', { name: 'List' }).click();
    const grid = page.getByRole('treegrid', { name: 'Scenes, texts, joins, and sound' });
    const row = (name: string | RegExp): Locator => grid.getByRole('row', { name });
    await row(new RegExp(first)).focus();
    await press(page, 'Alt+ArrowDown');
    await expect.poll(titles).toEqual([second, first, ...before.slice(2)]);
    await press(page, 'Alt+ArrowUp');
    await expect.poll(titles).toEqual(before);
    await press(page, 'Enter');
    await expect(page.getByRole('textbox', { name: 'Plays from' })).toBeFocused();
    await page.keyboard.type('0:01:12');
    await press(page, 'Enter');
    await expect.poll(async () => (await scenesOf())[0]?.trimStart).toBe(1.5);
    await page.getByRole('switch', { name: 'Mute' }).focus();
    await press(page, 'Space', 'Escape');
    await row(/Cut to scene 2/).focus();
    await press(page, 'Enter');
    await page.getByRole('radio', { name: 'Crossfade' }).click();
    await expect
      .poll(async () => (await scenesOf())[0])
      .toMatchObject({ muted: true, transition: { kind: 'crossfade', seconds: 1 } });
    await row(/Crossfade to scene 2/).focus();
    await checkWithAxe(page, 'timeline as a list', [PHONE, DESKTOP]);
    await row(new RegExp(first)).first().click({ button: 'right' });
    await checkWithAxe(page, 'menu of a row', [DESKTOP]);
    await press(page, 'Escape', 'ControlOrMeta+z', 'ControlOrMeta+z', 'ControlOrMeta+z');
    await expect
      .poll(async () => (await scenesOf())[0])
      .toMatchObject({ muted: false, trimStart: null, transition: null });
    await page.getByRole('radio', { name: 'Lanes' }).click();
  });

  await test.step('S splits, and undo and redo go on after a reload', async () => {
    await openTimeline(page);
    await block(page, 1).click({ position: { x: 60, y: 8 } });
    await press(page, 'Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight', 's');
    const halves = async () => (await scenesOf()).slice(0, 2).map(({ trimStart, trimEnd }) => [trimStart, trimEnd]);
    await expect.poll(halves).toEqual([
      [null, 3],
      [3, null],
    ]);
    await page.reload();
    await openTimeline(page);
    await press(page, 'ControlOrMeta+z');
    await expect.poll(titles).toEqual(before);
    await press(page, 'ControlOrMeta+Shift+z');
    await expect.poll(halves).toEqual([
      [null, 3],
      [3, null],
    ]);
    await press(page, 'ControlOrMeta+z');
    await expect.poll(titles).toEqual(before);
  });

  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
  const words = (): Locator => page.getByRole('dialog', { name: /text overlay$/ }).getByLabel('Text', { exact: true });
  const startPoint = (): Locator => page.getByLabel('Start point', { exact: true });
  const gone = 'This text was deleted while you were editing it.';
  const write = async (number: number, text: string): Promise<void> => {
    await block(page, number).click({ position: { x: 60, y: 8 } });
    await press(page, 't');
    await words().fill(text);
  };

  await test.step('a draft outlives a reload, down to the number that is being typed', async () => {
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
    await button('Apply').click();
    await expectToast(page, 'Trim applied');
    await expect.poll(async () => (await scenesOf())[1]?.trimStart).toBe(3);
  });

  await test.step('a page that was closed over a draft leaves it to the next one', async () => {
    await write(3, 'Left behind');
    await page.goto('about:blank');
    await page.goto(`${server.url}/project/${projectId}`);
    await expectToast(page, 'Text overlay added');
    await expect.poll(() => textsOf(3)).toEqual(['Left behind']);
  });

  await test.step('a text that is deleted meanwhile, in another tab or on another device, is added anew', async () => {
    await openTimeline(page);
    const chip = (text: string): Locator => button(`Edit text “${text}” on scene 3`);
    await chip('Left behind').dblclick();
    await words().fill('Left for good');
    const other = await context.newPage();
    await other.goto(page.url());
    await other.getByRole('button', { name: 'Delete text “Left behind”' }).click();
    await expectToast(other, 'Text overlay deleted');
    await other.close();
    await expect(page.getByText(gone)).toBeVisible();
    await block(page, 4).click({ position: { x: 60, y: 8 } });
    await expectToast(page, 'Text overlay added');
    await expect.poll(() => textsOf(3)).toEqual(['Left for good']);
    await chip('Left for good').dblclick();
    await words().fill('Left behind');
    const third = (await scenesOf())[2];
    await owner.send('PATCH', `/api/scenes/${third?.id}`, { textOverlays: [] });
    // Opening a page pulls; the draft is open again in it.
    await page.reload();
    await expect(page.getByText(gone)).toBeVisible();
    await block(page, 4).click({ position: { x: 60, y: 8 } });
    await expectToast(page, 'Text overlay added');
    await expect.poll(() => textsOf(3)).toEqual(['Left behind']);
  });

  await test.step('without the network scenes are split, copied, and pasted into another project, and sent when it is back', async () => {
    await untilAppIsKept(page);
    await page.goto(`${server.url}/project/${otherId}?tab=timeline`);
    await expect(page.getByText('Another one').first()).toBeVisible();
    await page.goto(`${server.url}/project/${projectId}?tab=timeline`);
    await openTimeline(page);
    await untilClipsAreKept(page, server.url);
    const [one, two, three] = await scenesOf();
    await context.setOffline(true);
    await block(page, 3).click({ position: { x: 60, y: 8 } });
    await press(page, 'Shift+ArrowRight', 'Shift+ArrowRight', 's');
    await expect(block(page, 5)).toBeVisible();
    await block(page, 3).click({ position: { x: 60, y: 8 } });
    await press(page, 'ControlOrMeta+d');
    await expect(block(page, 6)).toBeVisible();
    await block(page, 1).click({ position: { x: 60, y: 8 } });
    await block(page, 2).click({ position: { x: 60, y: 8 }, modifiers: ['Shift'] });
    await expect(async () => {
      await press(page, 'ControlOrMeta+x');
      await expect(toastsOn(page).getByText('2 scenes cut', { exact: true })).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await expect(block(page, 5)).toHaveCount(0);
    await page.getByRole('link', { name: 'Back to My Projects' }).click();
    await page
      .getByRole('link', { name: /Another one/ })
      .first()
      .click();
    await page.getByRole('tab', { name: 'Timeline Editor' }).click();
    await expect(async () => {
      await press(page, 'ControlOrMeta+v');
      await expect(toastsOn(page).getByText('2 scenes pasted', { exact: true })).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await context.setOffline(false);
    await expect
      .poll(async () => (await scenesOf(otherId)).slice(-2).map(({ sha256 }) => sha256), { timeout: 30_000 })
      .toEqual([one?.sha256, two?.sha256]);
    await expect
      .poll(async () => (await scenesOf()).slice(0, 3).map(({ sha256 }) => sha256))
      .toEqual([three?.sha256, three?.sha256, three?.sha256]);
    expect(await scenesOf()).toHaveLength(4);
  });
});
