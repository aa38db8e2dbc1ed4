/** Scenes that go on from one another, and a project whose model is gone, with a key of one's own. */
import { expect, test } from '@playwright/test';
import { makeClip } from '#tests/helpers/clips/make-clip.ts';
import { startFakeGemini, type FakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { generateVideos, lighthouse, scenesOnServer } from './journey.ts';
import { makeProject, signInByCall } from './people.ts';
import { plantedOwner, startPlantedServer } from './planted.ts';
import type { RunningServer } from './server.ts';

const KEY = 'AQ.test-key-of-the-end-to-end-run';

let gemini: FakeGemini;
let server: RunningServer;

test.beforeAll(async () => {
  gemini = await startFakeGemini({
    clips: ({ durationSeconds, index }) => makeClip({ seconds: durationSeconds, sceneNumber: index + 1 }),
  });
  // No PATH, no ffmpeg.
  server = await startPlantedServer({ PATH: '', GOOGLE_GEMINI_BASE_URL: gemini.url, GENERATION_POLL_MS: '100' });
});
test.afterAll(async () => {
  await server.remove();
  await gemini.close();
});

test('a scene starts with the last picture of the one before it, which the browser makes', async ({ page }) => {
  const owner = await signInByCall(page.request, server.url, (await plantedOwner(0)).person);
  await owner.send('POST', '/api/user/save-api-key', { apiKey: KEY });
  const { project } = await makeProject(
    owner,
    { ...lighthouse, title: 'The crossing', genres: ['drama'], model: 'omni' },
    { clips: false },
  );
  await page.goto(`${server.url}/project/${project.id}`);
  const scenesNow = () => scenesOnServer(page, server.url, project.id);
  await page.getByRole('button', { name: 'Edit scene 2', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Scene 2' });
  await dialog.getByRole('switch', { name: 'Start where the previous scene ends' }).click();
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog).toBeHidden();
  await generateVideos(page);

  const scenes = await scenesNow();
  expect(scenes.map(({ status, continueFromPrevious }) => [status, continueFromPrevious])).toEqual(
    scenes.map(({ sceneNumber }) => ['complete', sceneNumber === 2]),
  );
  const asked = gemini.requests.filter(({ operation }) => operation === 'interactions.create').map(({ body }) => body);
  const withFrame = asked.filter((body) => JSON.stringify(body).includes('<FIRST_FRAME>'));
  expect(withFrame).toMatchObject([
    {
      input: [
        { type: 'image', mime_type: expect.stringMatching(/^image\/(jpeg|webp)$/), data: expect.any(String) },
        { type: 'text' },
      ],
      generation_config: { video_config: { task: 'image_to_video' } },
    },
  ]);
  expect(asked).toHaveLength(scenes.length);

  await test.step('a clip that is made again takes the old one’s place, and Undo brings that back with its trim', async () => {
    const [first] = scenes;
    await owner.send('PATCH', `/api/scenes/${first?.id}`, { trimStart: 1, trimEnd: 3 });
    const now = async () => (await scenesNow())[0];
    await page.getByRole('button', { name: 'More for scene 1', exact: true }).click();
    await page.getByRole('menuitem', { name: /^Generate again/ }).click();
    await page.getByRole('button', { name: 'Generate again' }).click();
    const notice = page.getByRole('region', { name: 'Notifications (F8)' });
    await expect(notice).toContainText('Scene 1 has a new clip');
    await expect(notice).toContainText('The trim of the previous clip was removed.');
    const replaced = await now();
    expect(replaced).toMatchObject({ trimStart: null, trimEnd: null });
    expect(replaced?.sha256).not.toBe(first?.sha256);
    await notice.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Scene 1: previous clip restored')).toBeVisible();
    await expect.poll(now).toMatchObject({ sha256: first?.sha256, trimStart: 1, trimEnd: 3, status: 'complete' });

    // The notice is gone after some seconds; the card's menu offers the other clip as long as it is kept.
    await page.reload();
    for (const sha256 of [replaced?.sha256, first?.sha256]) {
      await page.getByRole('button', { name: 'More for scene 1', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Restore the earlier clip' }).click();
      await expect.poll(now).toMatchObject({ sha256, status: 'complete' });
    }
  });

  await test.step('a model that is gone is told, and the nearest one takes its place', async () => {
    await owner.send('PATCH', `/api/projects/${project.id}`, { model: 'veo-3.1' });
    await page.reload();
    const notice = page.getByRole('complementary', { name: 'This project’s model' });
    await expect(notice).toContainText('Google doesn’t offer Veo 3.1 to this API key');
    await notice.getByRole('button', { name: 'Use Gemini Omni Flash' }).click();
    await expect(notice).toBeHidden();
    await expect.poll(async () => (await owner.project(project.id)).project.model).toBe('omni');
  });

  await test.step('Settings says which models the key reaches', async () => {
    await page.goto(`${server.url}/settings`);
    const rows = page.getByRole('listitem').filter({ hasText: /\d\ss ·/ });
    await expect(rows).toHaveCount(4);
    await expect(rows.filter({ hasText: 'Gemini Omni Flash' })).toContainText('Your key can use this model.');
    await expect(rows.filter({ hasText: 'Veo 3.1' })).toContainText('Google doesn’t offer Veo 3.1');
  });
});
