/** The first minutes: the sample plays, then one clip of an own idea, which is extended; then all clips, and the movie. */
import { expect, test, type Page } from '@playwright/test';
import { makeClip } from '#tests/helpers/clips/make-clip.ts';
import { startFakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { probeFile } from '#tests/helpers/ffprobe.ts';
import { expectNoViolations } from './axe.ts';
import {
  chooseDemoStudio,
  createProject,
  exportMovie,
  generateVideos,
  lighthouse,
  openProjectId,
  saveKey,
  scenesOnServer,
  signIn,
} from './journey.ts';
import { startServer } from './server.ts';

test.use({ serviceWorkers: 'allow' });

const CLIP_MS = 30_000;

/** From the empty page of projects to a movie file. @returns the path of the file, and how long it has to be */
async function walk(
  page: Page,
  url: string,
  price: string,
  save: (name: string) => string,
): Promise<{ path: string; seconds: number }> {
  await test.step('the sample plays at once', async () => {
    await page.getByRole('button', { name: 'Open the sample project' }).click();
    await page.waitForURL('**/project/*');
    await page.getByRole('tab', { name: 'Timeline Editor' }).click();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect(page.getByText(/^0:0[1-9]:/).first()).toBeVisible();
    await page.goto(url);
  });

  const card = page.getByRole('article', { name: /^Scene 1:/ });
  const complete = card.getByText('Complete', { exact: true });
  await test.step('one scene of an own idea gets its clip', async () => {
    expect(await createProject(page, lighthouse)).toBe(4);
    await card.getByRole('button', { name: `Generate this scene · ${price}, scene 1` }).click();
    await page.getByRole('button', { name: 'Start Generation' }).click();
    await expect(complete).toBeVisible({ timeout: CLIP_MS });
  });

  await test.step('it is extended, for what that adds', async () => {
    await card.getByRole('button', { name: 'More for scene 1' }).click();
    const item = page.getByRole('menuitem', { name: `Extend by 7 s · ${price}` });
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
  });

  await generateVideos(page);
  const scenes = await scenesOnServer(page, url, openProjectId(page));
  expect(scenes.map(({ status }) => status)).toEqual(Array.from(scenes, () => 'complete'));
  const seconds = scenes.filter(({ isExtension }) => !isExtension).reduce((sum, { duration }) => sum + duration, 0);
  const download = await exportMovie(page, /^As made \(720p\)/);
  const path = save('movie.mp4');
  await download.saveAs(path);
  return { path, seconds };
}

async function expectLength(path: string, seconds: number): Promise<void> {
  expect((await probeFile(path)).video?.nb_frames).toBe(seconds * 24);
}

test(
  'in the demo studio, whose clips get no longer than fifteen seconds',
  { tag: '@long' },
  async ({ page }, testInfo) => {
    const server = await startServer({ GENERATION_POLL_MS: '200' });
    try {
      await signIn(page, server.url);
      await chooseDemoStudio(page);
      const { path, seconds } = await walk(page, server.url, 'free', (name) => testInfo.outputPath(name));
      expect(seconds).toBe(37);
      await expectLength(path, seconds);
      await page.getByRole('button', { name: 'More for scene 1' }).click();
      const item = page.getByRole('menuitem', { name: /^Extend by 7 s/ });
      await expect(item).toContainText('A clip can be up to 15 seconds long. This one can’t get longer.');
      await expect(item).toBeDisabled();
    } finally {
      await server.remove();
    }
  },
);

test(
  'with a key of one’s own: each clip is asked for once, and so is what goes on from it',
  { tag: '@long' },
  async ({ page }, testInfo) => {
    const gemini = await startFakeGemini({
      slowPolls: 1,
      clips: ({ durationSeconds, index }) => makeClip({ seconds: durationSeconds, sceneNumber: index + 1 }),
    });
    const server = await startServer({ GOOGLE_GEMINI_BASE_URL: gemini.url, GENERATION_POLL_MS: '100' });
    try {
      await signIn(page, server.url);
      await saveKey(page, 'AQ.test-key-of-the-first-shot');
      const { path, seconds } = await walk(page, server.url, 'about $2.00', (name) => testInfo.outputPath(name));
      await expectLength(path, seconds);
      const asked = gemini.requests
        .filter(({ operation }) => operation === 'interactions.create')
        .map(({ body }) => body);
      expect(asked).toHaveLength(5);
      expect(asked[1]).toMatchObject({
        previous_interaction_id: gemini.jobs[0]?.id,
        response_format: { duration: '7s', resolution: '720p' },
      });
    } finally {
      await server.remove();
      await gemini.close();
    }
  },
);
