/** The first minutes: the sample plays, then one clip of an own idea, which is extended; then all clips, and the movie. */
import { expect, test } from '@playwright/test';
import { probeFile } from '#tests/helpers/ffprobe.ts';
import { expectNoViolations } from './axe.ts';
import {
  createProject,
  exportMovie,
  generateVideos,
  ines,
  lighthouse,
  openProjectId,
  scenesOnServer,
} from './journey.ts';
import { ownServer } from './own-server.ts';
import { demoPerson } from './people.ts';
import { startServer } from './server.ts';

test.use({ serviceWorkers: 'allow' });

const CLIP_MS = 30_000;
const server = ownServer(() => startServer({ GENERATION_POLL_MS: '200' }));

test('from the empty page of projects to a movie file, in the demo studio', async ({ page }, testInfo) => {
  await demoPerson(page.request, server.url, ines);
  await page.goto(server.url);

  await test.step('the sample plays at once', async () => {
    await page.getByRole('button', { name: 'Open the sample project' }).click();
    await page.waitForURL('**/project/*');
    await page.getByRole('tab', { name: 'Timeline Editor' }).click();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect(page.getByText(/^0:0[1-9]:/).first()).toBeVisible();
    await page.goto(server.url);
  });

  const card = page.getByRole('article', { name: /^Scene 1:/ });
  const complete = card.getByText('Complete', { exact: true });
  await test.step('one scene of an own idea gets its clip', async () => {
    expect(await createProject(page, lighthouse)).toBe(4);
    await card.getByRole('button', { name: 'Generate this scene · free, scene 1' }).click();
    await page.getByRole('button', { name: 'Start Generation' }).click();
    await expect(complete).toBeVisible({ timeout: CLIP_MS });
  });

  await test.step('it is extended, for what that adds', async () => {
    await card.getByRole('button', { name: 'More for scene 1' }).click();
    const item = page.getByRole('menuitem', { name: 'Extend by 7 s · free' });
    await expect(item).toBeEnabled();
    await expectNoViolations(page, 'menu of a complete scene');
    await item.click();
    const dialog = page.getByRole('dialog', { name: 'Extend scene 1 by 7 s' });
    await expect(dialog.getByText('about $2.00', { exact: true })).toBeVisible();
    await expect(dialog.getByText('0:08 → 0:15')).toBeVisible();
    await expectNoViolations(page, 'confirmation of an extension');
    await dialog.getByRole('button', { name: 'Extend by 7 s' }).click();
    await expect(dialog).toBeHidden();
    await expect(card.getByText('2 segments')).toBeVisible();
    await expect(complete).toBeVisible({ timeout: CLIP_MS });
    await expect(card.getByText('0:15', { exact: true })).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(4);
    await page.getByRole('tab', { name: 'Timeline Editor' }).click();
    const block = page.getByRole('button', { name: /^Scene 1:.*8 \+ 7 s$/ });
    await expect(block.getByText('Extension', { exact: true })).toBeVisible();
    await page.getByRole('tab', { name: 'Scene Editor' }).click();
  });

  await generateVideos(page);
  const scenes = await scenesOnServer(page, server.url, openProjectId(page));
  expect(scenes.map(({ status }) => status)).toEqual(Array.from(scenes, () => 'complete'));
  const seconds = scenes.filter(({ isExtension }) => !isExtension).reduce((sum, { duration }) => sum + duration, 0);
  expect(seconds).toBe(37);
  const path = testInfo.outputPath('movie.mp4');
  await (await exportMovie(page, /^As made \(720p\)/)).saveAs(path);
  expect((await probeFile(path)).video?.nb_frames).toBe(seconds * 24);

  await test.step('its clips get no longer than fifteen seconds', async () => {
    await page.getByRole('button', { name: 'More for scene 1' }).click();
    const item = page.getByRole('menuitem', { name: /^Extend by 7 s/ });
    await expect(item).toContainText('A clip can be up to 15 seconds long. This one can’t get longer.');
    await expect(item).toBeDisabled();
  });
});
