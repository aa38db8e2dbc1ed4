/** Copying and pasting on the timeline: by the system's clipboard, within a project, between projects, and without the network. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { DESKTOP, expectNoViolations } from './axe.ts';
import { makeProject, signInByCall, type Caller } from './people.ts';
import { plantedOwner, startPlantedServer } from './planted.ts';
import type { RunningServer } from './server.ts';
import { expectToast } from './toast.ts';
import { lighthouse, untilClipsAreKept } from './journey.ts';

test.use({ serviceWorkers: 'allow' });

test.describe.configure({ mode: 'serial' });

let server: RunningServer;
let page: Page;
let owner: Caller;
let projectId = '';
let otherId = '';

test.beforeAll(async ({ browser }) => {
  server = await startPlantedServer();
  const context = await browser.newContext({ viewport: DESKTOP, reducedMotion: 'reduce' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(server.url).origin });
  page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const planted = await plantedOwner(0);
  projectId = planted.projectId;
  owner = await signInByCall(page.request, server.url, planted.person);
  otherId = (await makeProject(owner, { ...lighthouse, title: 'Another one', genres: ['drama'] }, { clips: false }))
    .project.id;
  const [first] = (await owner.project(projectId)).scenes;
  await owner.send('PATCH', `/api/scenes/${first?.id}`, {
    trimEnd: 5,
    textOverlays: [{ text: 'Dawn', fontSize: 64, color: '#FFFFFF', position: 'center', startTime: 0, endTime: 3 }],
  });
  await page.goto(`${server.url}/project/${projectId}?tab=timeline`);
  await expect(blocks()).toHaveCount(4);
});
test.afterAll(async () => {
  await page.context().close();
  await server.remove();
});

const blocks = (): Locator => page.locator('[data-scene]');
const block = (number: number): Locator => page.getByRole('button', { name: new RegExp(`^Scene ${number}:`) });
const names = async (): Promise<string[]> =>
  (await blocks().all()).reduce<Promise<string[]>>(
    async (before, one) => [
      ...(await before),
      (await one.getAttribute('aria-label'))?.replace(/^Scene \d+: /, '') ?? '',
    ],
    Promise.resolve([]),
  );
const chips = (): Locator => page.getByRole('button', { name: /^Edit text “Dawn” on scene/ });
const scenesOf = async (id: string) => (await owner.project(id)).scenes;

test('a scene is copied with its trim and its text, pasted behind the selected one, and taken back in one step', async () => {
  await block(1).click();
  // The part of the page that hears the keys loads behind the timeline.
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+c');
    await expect(page.getByText('Scene copied', { exact: true })).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 20_000 });
  await expectToast(page, 'Scene copied');
  await block(3).click();
  await page.keyboard.press('ControlOrMeta+v');
  await expectToast(page, 'Scene pasted');
  await expect(blocks()).toHaveCount(5);
  const [first] = await names();
  expect((await names())[3]).toBe(first);
  await expect(block(4)).toHaveAttribute('aria-current', 'true');
  await expect
    .poll(async () => (await scenesOf(projectId))[3])
    .toMatchObject({ trimEnd: 5, textOverlays: [{ text: 'Dawn' }], status: 'complete' });
  await page.keyboard.press('ControlOrMeta+z');
  await expect(blocks()).toHaveCount(4);
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(blocks()).toHaveCount(5);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(blocks()).toHaveCount(4);
});

test('a text is cut and pasted at the playhead of another scene', async () => {
  await chips().click();
  await page.keyboard.press('ControlOrMeta+x');
  await expectToast(page, 'Text cut');
  await expect(chips()).toHaveCount(0);
  await block(2).click();
  await page.keyboard.press('ControlOrMeta+v');
  await expectToast(page, 'Text pasted');
  await expect(chips()).toHaveAccessibleName('Edit text “Dawn” on scene 2');
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(chips()).toHaveAccessibleName('Edit text “Dawn” on scene 1');
});

test('menus of a scene and of a text have the same, and axe finds nothing in them', async () => {
  await block(2).click({ button: 'right' });
  const menu = page.getByRole('menu', { name: 'Scene 2' });
  await expect(menu.getByRole('menuitem', { name: /^Cut/ })).toBeVisible();
  await menu.getByRole('menuitem', { name: /^Copy/ }).click();
  await expectToast(page, 'Scene copied');
  await chips().click({ button: 'right' });
  const textMenu = page.getByRole('menu', { name: 'Text “Dawn”' });
  await expect(textMenu).toBeVisible();
  await expectNoViolations(page, 'a text’s menu');
  await textMenu.getByRole('menuitem', { name: /^Copy/ }).click();
  await expectToast(page, 'Text copied');
  await block(2).click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Paste/ }).click();
  await expectToast(page, 'Text pasted');
  await expect(chips()).toHaveCount(2);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(chips()).toHaveCount(1);
});

test('text fields keep their keys, and what isn’t Storyreel’s is left alone', async () => {
  await page.evaluate(() => navigator.clipboard.writeText('{"form":"storyreel-clipboard","version":1,"kind":"no"}'));
  await block(1).click();
  await page.keyboard.press('ControlOrMeta+v');
  await page.evaluate(() => navigator.clipboard.writeText('Hello'));
  await page.keyboard.press('ControlOrMeta+v');
  await chips().dblclick();
  const field = page.getByRole('dialog', { name: 'Edit text overlay' }).getByRole('textbox').first();
  await field.fill('Dusk');
  await field.press('ControlOrMeta+a');
  await field.press('ControlOrMeta+x');
  await expect(field).toHaveValue('');
  await field.press('ControlOrMeta+v');
  await field.press('ControlOrMeta+v');
  await expect(field).toHaveValue('DuskDusk');
  await page.keyboard.press('Escape');
  await expect(blocks()).toHaveCount(4);
  await expect(chips()).toHaveCount(1);
});

test('without the network scenes are cut and pasted into another project, and the server has them afterwards', async () => {
  await page.goto(`${server.url}/project/${otherId}?tab=timeline`);
  await expect(
    page.getByRole('heading', { name: 'Another one' }).or(page.getByText('Another one')).first(),
  ).toBeVisible();
  await page.goto(`${server.url}/project/${projectId}?tab=timeline`);
  await untilClipsAreKept(page, server.url);
  await expect(blocks()).toHaveCount(4);
  const before = await scenesOf(projectId);
  await page.context().setOffline(true);
  await block(1).click();
  await block(2).click({ modifiers: ['Shift'] });
  await page.keyboard.press('ControlOrMeta+x');
  await expectToast(page, '2 scenes cut');
  await expect(blocks()).toHaveCount(2);
  await page
    .getByRole('link', { name: /^(Storyreel|Dashboard|Projects|Back)/ })
    .first()
    .click();
  await page
    .getByRole('link', { name: /Another one/ })
    .first()
    .click();
  await page.getByRole('tab', { name: 'Timeline Editor' }).click();
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+v');
    await expect(page.getByText('2 scenes pasted', { exact: true })).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
  await page.context().setOffline(false);
  await expect
    .poll(async () => (await scenesOf(otherId)).slice(-2).map(({ sha256 }) => sha256), { timeout: 30_000 })
    .toEqual(before.slice(0, 2).map(({ sha256 }) => sha256));
  await expect.poll(async () => (await scenesOf(projectId)).length).toBe(2);
});
