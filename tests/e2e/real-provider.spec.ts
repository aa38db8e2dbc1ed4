/** The whole main job with a key of one's own, against a Gemini API on a local port that answers as the real one does. */
import { expect, test } from '@playwright/test';
import {
  createProject,
  exportMovie,
  generateVideos,
  openProjectId,
  saveKey,
  scenesOnServer,
  signIn,
} from './journey.ts';
import { checkInStep, startNumberedClips, type NumberedClips } from './numbered-clips.ts';
import { startServer, type RunningServer } from './server.ts';

const KEY = 'AQ.test-key-of-the-end-to-end-run';

let clips: NumberedClips;
let server: RunningServer;

test.beforeAll(async () => {
  clips = await startNumberedClips();
  server = await startServer({ GOOGLE_GEMINI_BASE_URL: clips.gemini.url, GENERATION_POLL_MS: '100' });
});
test.afterAll(async () => {
  await server.remove();
  await clips.gemini.close();
});

test('a wrong key is refused with a sentence, a right one makes a movie at 720p that is in step at every join', async ({
  page,
}, testInfo) => {
  await signIn(page, server.url);
  await page
    .getByLabel(/API key/i)
    .first()
    .fill('AQ.bad-key-0123456789');
  await page.getByRole('button', { name: 'Validate & Continue' }).click();
  await expect(page.getByRole('alert').filter({ hasText: /key/i }).first()).toBeVisible();
  await saveKey(page, KEY);

  await createProject(page, {
    title: 'Clicks & flashes',
    description: 'A drummer plays alone on a roof at night.',
    genre: 'Musical',
  });
  await generateVideos(page);

  const scenes = await scenesOnServer(page, server.url, openProjectId(page));
  expect(scenes.every((scene) => scene.status === 'complete')).toBe(true);
  expect(clips.gemini.jobs).toHaveLength(scenes.length);

  const download = await exportMovie(page, /^720p/);
  const movie = testInfo.outputPath('movie.mp4');
  await download.saveAs(movie);
  const figures = await checkInStep(clips, scenes, movie);
  expect(figures.worstClickMs).not.toBeNull();
  testInfo.annotations.push({
    type: 'figures',
    description: JSON.stringify({ ...figures, clicks: figures.clicks.length }),
  });

  await test.step('the key is nowhere in the log', () => {
    expect(server.log()).not.toContain(KEY);
  });
});
