/** The main job on the edge: the Worker in workerd as `npm run dev:edge` starts it, with a provider on a local port. */
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
import { faultsIn, startServer, type RunningServer } from './server.ts';

let clips: NumberedClips;
let server: RunningServer;

test.beforeAll(async () => {
  clips = await startNumberedClips();
  server = await startServer(
    { GOOGLE_GEMINI_BASE_URL: clips.gemini.url, GENERATION_POLL_MS: '1000' },
    'scripts/dev-edge.mjs',
  );
});
test.afterAll(async () => {
  await server.remove();
  await clips.gemini.close();
});

test('an idea becomes a movie whose every scene is in step, and a second start has it all', async ({
  page,
}, testInfo) => {
  await signIn(page, server.url);
  await saveKey(page, 'AQ.test-key-of-the-edge-run');
  await createProject(page, {
    title: 'Clicks on the edge',
    description: 'A drummer plays alone on a roof at night.',
    genre: 'Musical',
  });
  await generateVideos(page);
  const projectId = openProjectId(page);
  const scenes = await scenesOnServer(page, server.url, projectId);
  expect(scenes.map(({ status }) => status)).toEqual(scenes.map(() => 'complete'));
  expect(clips.gemini.jobs).toHaveLength(scenes.length);

  const download = await exportMovie(page, /^720p/);
  const movie = testInfo.outputPath('movie.mp4');
  await download.saveAs(movie);
  await checkInStep(clips, scenes, movie);

  const { dataDir, url } = server;
  expect(await server.stop()).toBe(0);
  // The Worker's own lines; workerd adds some of its own about connections that a page closed.
  const lines = server.log().split('\n');
  const own = lines.filter((line) => line.startsWith('{'));
  expect(own.some((line) => line.includes('"event":"request"'))).toBe(true);
  expect(faultsIn(own.join('\n'))).toEqual([]);
  expect(lines.filter((line) => line.startsWith('Uncaught'))).toEqual([]);
  server = await startServer({ DATA_DIR: dataDir, PORT: new URL(url).port }, 'scripts/dev-edge.mjs');
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(scenes.length);
  const clipsOf = (rows: typeof scenes) => rows.map(({ id, sha256 }) => [id, sha256]);
  expect(clipsOf(await scenesOnServer(page, server.url, projectId))).toEqual(clipsOf(scenes));
  const clip = await page.request.get(`${server.url}/api/media/${scenes[0]?.sha256}`);
  expect(clip.status()).toBe(200);
});
