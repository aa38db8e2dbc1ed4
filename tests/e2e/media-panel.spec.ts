/** Everything that a project is made of, in one panel: found, added to the movie by hand and by keys, and removed. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { makeClip } from '#tests/helpers/clips/make-clip.ts';
import { jpegOf } from '#tests/helpers/pictures.ts';
import { wavOf } from '#tests/helpers/wav.ts';
import { checkWithAxe, DESKTOP, PHONE } from './axe.ts';
import { bringFile, bringSound } from './bring-file.ts';
import { idea } from '#tests/api/battery/people.ts';
import { expectToast } from './toast.ts';
import { openPlanted, startPlantedServer, type Owner } from './planted.ts';
import type { RunningServer } from './server.ts';

test.describe.configure({ mode: 'serial' });

const RATE = 8_000;

let server: RunningServer;
let page: Page;
let owner: Owner;

test.beforeAll(async ({ browser }) => {
  server = await startPlantedServer();
  page = await (await browser.newContext({ viewport: DESKTOP, reducedMotion: 'reduce' })).newPage();
  owner = await openPlanted(page, server.url, 2);
  const clip = Buffer.from(await makeClip({ seconds: 2, size: '360p', sceneNumber: 7 }));
  await bringFile(page, server.url, { name: 'Beach.mp4', kind: 'clip', bytes: clip });
  await bringSound(page, server.url, 'Waltz.wav', tone());
  await page.goto(`${server.url}/project/${owner.projectId}?tab=timeline`);
});
test.afterAll(async () => {
  await page.context().close();
  await server.remove();
});

const tone = (seconds = 4): Buffer => wavOf(RATE, seconds, (at) => 9_000 * Math.sin(at / 4));

const panel = (): Locator => page.getByRole('region', { name: 'Media', exact: true });
const open = (): Promise<void> => page.getByRole('button', { name: 'Media', exact: true }).click();
const row = (name: string): Locator => page.getByRole('listitem').filter({ hasText: name });
const scenes = async (): Promise<Scene[]> =>
  (await page.request.get(`${server.url}/api/projects/${owner.projectId}/scenes`)).json();
const project = async (): Promise<Project> =>
  (await page.request.get(`${server.url}/api/projects/${owner.projectId}`)).json();
const undo = (): Promise<void> => page.getByRole('button', { name: /^Undo/ }).first().click();

/** As a hand does it: what is dragged may scroll, and its target has parts of its own. */
async function drag(from: Locator, to: Locator, at: { x: number; y: number }): Promise<void> {
  await from.scrollIntoViewIfNeeded();
  const [start, box] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !box) throw new Error('What is dragged, or its target, is not there.');
  await page.mouse.move(start.x + 90, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + 60, start.y + start.height / 2 + 20, { steps: 3 });
  await page.mouse.move(box.x + at.x, box.y + at.y, { steps: 6 });
  await page.mouse.move(box.x + at.x + 1, box.y + at.y);
  await page.mouse.up();
}

test('it shows what the movie has and what it could have, with sizes', async () => {
  await open();
  await expect(panel().getByRole('region', { name: 'Clips' }).getByRole('listitem')).toHaveCount(5);
  await expect(row('Beach.mp4')).toContainText(/0:02 · \d+ kB · Unused/);
  await expect(row('Waltz.wav')).toContainText('0:04 · 64 kB · Unused');
  await expect(
    panel()
      .getByText(/Scene 1(?!\d)/)
      .first(),
  ).toBeVisible();
});

test('search and the filter narrow it', async () => {
  await panel().getByRole('radio', { name: 'Unused' }).check();
  await expect(panel().getByRole('listitem')).toHaveCount(2);
  await panel().getByRole('radio', { name: 'All' }).check();
  await panel().getByRole('searchbox', { name: 'Search media' }).fill('walt');
  await expect(panel().getByRole('listitem')).toHaveCount(1);
  await panel().getByRole('searchbox', { name: 'Search media' }).fill('nothing like it');
  await expect(panel().getByText('Nothing matches.')).toBeVisible();
  await panel().getByRole('searchbox', { name: 'Search media' }).fill('');
});

test('a clip is dragged between two scenes, and undone', async () => {
  const target = page.getByRole('button', { name: /^Scene 2: / });
  await drag(row('Beach.mp4'), target, { x: 14, y: 30 });
  await expect(page.getByRole('button', { name: /^Scene 2: Beach, / })).toBeVisible();
  await expect.poll(async () => (await scenes())[1]?.title).toBe('Beach');
  await expect(row('Beach.mp4')).toContainText('Scene 2');
  await undo();
  await expect.poll(async () => (await scenes()).length).toBe(4);
  await expect(row('Beach.mp4')).toContainText('Its scene was deleted');
});

test('a clip of the movie is dragged to its beginning, as a copy', async () => {
  const [first] = await scenes();
  const target = page.getByRole('button', { name: /^Scene 1: / });
  const third = panel().getByRole('region', { name: 'Clips' }).getByRole('listitem').nth(2);
  await drag(third, target, { x: 14, y: 30 });
  // It is copied first, and then moved.
  await expect.poll(async () => (await scenes())[1]?.id).toBe(first?.id);
  const after = await scenes();
  expect(after).toHaveLength(5);
  expect(after[0]?.sha256).toBe(after[3]?.sha256);
  await undo();
  await expect.poll(async () => (await scenes()).length).toBe(4);
});

test('by keys, a clip comes behind the selected scene and sound at the playhead', async () => {
  await page.getByRole('button', { name: /^Scene 3: / }).click();
  await row('Beach.mp4').getByRole('button', { name: 'Add “Beach.mp4”' }).press('Enter');
  await expect.poll(async () => (await scenes())[3]?.title).toBe('Beach');
  await row('Waltz.wav').getByRole('button', { name: 'Add “Waltz.wav”' }).press('Enter');
  await expect.poll(async () => (await project()).audio.map(({ name }) => name)).toEqual(['Waltz']);
  await undo();
  await expect.poll(async () => (await project()).audio.length).toBe(0);
});

test('sound is dragged to where it is to begin', async () => {
  const lanes = page.locator('[data-lanes]');
  const box = await lanes.boundingBox();
  if (!box) throw new Error('There are no lanes.');
  await drag(row('Waltz.wav'), lanes, { x: Math.min(box.width, 900) / 2, y: 40 });
  await expect.poll(async () => (await project()).audio[0]?.startSeconds ?? 0).toBeGreaterThan(5);
  await expect(row('Waltz.wav')).toContainText('Used once');
});

test('what is unused is removed here and there, and what is used is not', async () => {
  await bringSound(page, server.url, 'Spare.wav', tone(3));
  await page.reload();
  await open();
  await expect(row('Spare.wav')).toContainText('Unused');
  await page.getByRole('button', { name: /^Remove 1 unused file/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove this file?' });
  await expect(dialog.getByText('Spare.wav')).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(row('Spare.wav')).toHaveCount(0);
  const files = await page.request.get(`${server.url}/api/own-files`);
  expect(await files.text()).not.toContain('Spare.wav');
  await expect(row('Waltz.wav')).toBeVisible();
});

test('what a project needs that was never opened here stays, and the panel says so', async () => {
  const picture = await bringFile(page, server.url, {
    name: 'Shell.jpg',
    kind: 'picture',
    bytes: Buffer.from(jpegOf()),
  });
  await bringSound(page, server.url, 'Spare.wav', tone(5));
  await addStillElsewhere(picture);
  await page.reload();
  await open();
  await page.getByRole('button', { name: /^Remove 3 unused files/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove 3 files?' });
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expectToast(page, '2 files removed', '“Elsewhere” needs this file. Remove it from the movie first.');
  await expect(row('Spare.wav')).toHaveCount(0);
  // The clip isn’t offered any more, but its scene keeps it.
  await expect(row('Shell.mp4')).toHaveCount(0);
  await expect(row('Shell.jpg')).toBeVisible();
  const files = await page.request.get(`${server.url}/api/own-files`);
  expect(await files.text()).toContain('Shell.jpg');
});

/** In a project of its own, as another device has made it. */
async function addStillElsewhere(picture: string): Promise<void> {
  const headers = { Origin: server.url };
  const clip = Buffer.from(await makeClip({ seconds: 2, size: '360p', sceneNumber: 8 }));
  const mediaId = await bringFile(page, server.url, { name: 'Shell.mp4', kind: 'clip', bytes: clip });
  const settings = { seconds: 2, fit: 'fill', pushIn: false, background: 'black' };
  const added = await page.request.post(`${server.url}/api/projects`, {
    headers,
    data: { ...idea('Elsewhere') },
  });
  const elsewhere: Project = await added.json();
  const scene = await page.request.post(`${server.url}/api/projects/${elsewhere.id}/scenes`, {
    headers,
    data: { title: 'Shell', duration: 2, source: 'clip', mediaId, still: { picture, settings } },
  });
  expect(scene.ok(), await scene.text()).toBe(true);
}

test('an earlier take comes back to its scene', async () => {
  const [first] = await scenes();
  const headers = { Origin: server.url, 'Idempotency-Key': crypto.randomUUID() };
  const address = `${server.url}/api/scenes/${first?.id}`;
  const data = { description: 'A desert dune of sand at sunrise.' };
  expect((await page.request.patch(address, { data, headers: { Origin: server.url } })).ok()).toBe(true);
  const asked = await page.request.post(`${address}/generate`, { headers });
  expect(asked.ok(), await asked.text()).toBe(true);
  await expect.poll(async () => (await scenes())[0]?.status, { timeout: 60_000 }).toBe('complete');
  await expect.poll(async () => (await scenes())[0]?.sha256).not.toBe(first?.sha256);
  await page.reload();
  await open();
  const former = panel().getByRole('listitem').filter({ hasText: 'Scene 1 had it' });
  await former.getByRole('button', { name: /^Restore “/ }).click();
  await expect.poll(async () => (await scenes())[0]?.sha256).toBe(first?.sha256);
  await undo();
  await expect.poll(async () => (await scenes())[0]?.sha256).not.toBe(first?.sha256);
  await expect(former).toBeVisible();
});

test('without the network it still shows and adds, and removing waits', async () => {
  await page.context().setOffline(true);
  await row('Beach.mp4').getByRole('button', { name: 'Add “Beach.mp4”' }).click();
  await expect(page.getByRole('button', { name: /^Scene 5: Beach, / })).toBeVisible();
  await page.context().setOffline(false);
  await expect.poll(async () => (await scenes()).filter(({ title }) => title === 'Beach').length).toBe(2);
});

test('on a phone it is a sheet, and axe finds nothing', async () => {
  await checkWithAxe(page, 'media beside the picture', [DESKTOP]);
  await page.setViewportSize(PHONE);
  const sheet = page.getByRole('dialog', { name: 'Media' });
  await expect(sheet).toBeVisible();
  const add = sheet.getByRole('button', { name: 'Add “Waltz.wav”' });
  await add.scrollIntoViewIfNeeded();
  const box = await add.boundingBox();
  expect(box?.width).toBeGreaterThanOrEqual(44);
  expect(box?.height).toBeGreaterThanOrEqual(44);
  await checkWithAxe(page, 'media as a sheet', [PHONE]);
});
