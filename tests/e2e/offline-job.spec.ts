/** The whole editing job without a network, after one visit: from a new project to its last undo. Then the server has it all. */
import { expect, test } from '@playwright/test';
import { clipPath } from '#tests/helpers/clips/make-clip.ts';
import { DESKTOP } from './axe.ts';
import {
  addMusic,
  addText,
  block,
  deleteScene,
  documentHere,
  documentThere,
  duplicateScene,
  moveScene,
  openTimeline,
  redo,
  renameScene,
  splitScene,
  trimEnd,
  undo,
} from './editing.ts';
import { editScene, lighthouse, openProjectId, sendNewProject, untilAppIsKept } from './journey.ts';
import { signInByCall } from './people.ts';
import { plantedOwner, servePlanted } from './planted.ts';

test.use({ viewport: DESKTOP, reducedMotion: 'reduce' });

/** Five seconds on a machine that does nothing else (`npm run test:long`). */
const HEARD_WITHIN_MS = process.env['TEST_VITALS'] === undefined ? 60_000 : 5_000;

const server = servePlanted();

test('a project is made, edited, and edited back without a network, and the server has all of it soon after', async ({
  page,
  context,
}) => {
  await signInByCall(page.request, server.url, (await plantedOwner(0)).person);
  await page.goto(`${server.url}/`);
  await expect(page.getByRole('heading', { name: 'My Projects' })).toBeVisible();
  await untilAppIsKept(page);
  await context.setOffline(true);
  await page.reload();

  const projectId = await test.step('a project of two clips and a scene to be generated', async () => {
    await sendNewProject(page, { ...lighthouse, title: 'The Long Pier' });
    for (const sceneNumber of [1, 2]) {
      await page.getByRole('button', { name: 'Add Custom Scene' }).first().click();
      const clip = await clipPath({ seconds: 4, size: '360p', sceneNumber });
      await page.getByRole('dialog').getByLabel('Choose Files').and(page.locator('input')).setInputFiles(clip);
      await expect(page.getByRole('article')).toHaveCount(sceneNumber);
    }
    await page.getByRole('button', { name: 'Add Custom Scene' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Title', { exact: true }).fill('To be filmed');
    await dialog.getByLabel('Description', { exact: true }).fill('The keeper climbs the stairs.');
    await dialog.getByRole('button', { name: 'Add Scene' }).click();
    await expect(page.getByRole('article')).toHaveCount(3);
    return openProjectId(page);
  });

  await test.step('on the board a scene is written anew, moved, and deleted, and comes back', async () => {
    await editScene(page, 3, 'Description', 'The keeper climbs the stairs at night.');
    await page.getByRole('button', { name: 'More for scene 3', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Move earlier' }).click();
    const second = page.getByRole('article', { name: 'Scene 2: To be filmed' });
    await expect(second).toContainText('at night.');
    await page.getByRole('button', { name: 'Delete scene 2', exact: true }).click();
    await expect(page.getByRole('article')).toHaveCount(2);
    await undo(page);
    await expect(second).toContainText('at night.');
    await undo(page);
    await expect(page.getByRole('article', { name: 'Scene 3: To be filmed' })).toBeVisible();
  });

  await test.step('reordered, trimmed, and named; then the page is loaded anew', async () => {
    await openTimeline(page);
    await moveScene(page, 1, 'later');
    await trimEnd(page, 1, 12);
    await renameScene(page, 1, 'The pier');
    const before = await documentHere(page, projectId);
    expect(before.scenes.map(({ title }) => title)).toEqual(['The pier', expect.any(String), 'To be filmed']);
    expect(before.scenes[0]?.trimEnd).toBe(3.5);
    await page.reload();
    await expect(page.getByRole('banner').getByText('Offline')).toBeVisible();
    expect(await documentHere(page, projectId)).toEqual(before);
  });

  await test.step('split, written on, set to music; a scene duplicated, another deleted; undone and made again', async () => {
    await openTimeline(page);
    await splitScene(page, 1);
    await expect(block(page, 4)).toBeVisible();
    for (const [number, text] of [
      [1, 'A town forgets'],
      [2, 'Harbor, 1962'],
      [2, '2:40 a.m.'],
    ] as const)
      await addText(page, number, text);
    await addMusic(page, 'Waltz', 6);
    await duplicateScene(page, 2);
    await deleteScene(page, 4);
    await trimEnd(page, 1, 2);
    await undo(page);
    await undo(page);
    await redo(page);
  });

  const here = await documentHere(page, projectId);
  expect(here.scenes[3]?.description).toBe('The keeper climbs the stairs at night.');
  expect(here.scenes.map(({ title }) => title)).toEqual(['The pier', 'The pier', 'The pier', 'To be filmed']);
  expect(here.scenes.map(({ trimStart, trimEnd }) => [trimStart, trimEnd])).toEqual([
    [null, 1],
    [1, 3.5],
    [1, 3.5],
    [null, null],
  ]);
  const texts = here.scenes.map(({ textOverlays }) => textOverlays.map(({ text }) => text));
  expect(texts).toEqual([['A town forgets'], ['Harbor, 1962', '2:40 a.m.'], ['Harbor, 1962', '2:40 a.m.'], []]);
  expect(here.project).toMatchObject({ title: 'The Long Pier', audio: [{ name: 'Waltz', outSeconds: 6 }] });
  expect((await page.request.get(`${server.url}/api/projects/${projectId}`)).status()).toBe(404);

  const since = Date.now();
  await context.setOffline(false);
  const there = async () => documentThere(page, server.url, projectId).catch(() => null);
  await expect.poll(there, { timeout: HEARD_WITHIN_MS, intervals: [100] }).toEqual(here);
  console.log(`the server has everything after ${Date.now() - since} ms`);
  const files: { name: string }[] = await (await page.request.get(`${server.url}/api/own-files`)).json();
  expect(files).toHaveLength(3);
  await expect(page.getByRole('banner').getByText('Saved')).toBeVisible();
  expect(await documentHere(page, projectId)).toEqual(here);
});
