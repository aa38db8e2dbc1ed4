/** What goes wrong is told in a clear sentence where the person is looking; nothing is half-saved and the server never fails. */
import { expect, test, type Page } from '@playwright/test';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkFfmpegReply } from '#shared/api/export.ts';
import { limits } from '#shared/limits.ts';
import { makeClip } from '#tests/helpers/clips/make-clip.ts';
import { decodeErrors } from '#tests/helpers/ffprobe.ts';
import { FAKE_KEYS } from '#tests/helpers/fake-gemini/credentials.ts';
import { startFakeGemini, type FakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import {
  createProject,
  editScene,
  exportMovie,
  filesOnDevice,
  openProjectId,
  saveKey,
  scenesOnServer,
  sendNewProject,
  signIn,
  untilClipsAreKept,
  lighthouse,
} from './journey.ts';
import { signInByCall } from './people.ts';
import { openPlanted, plantedOwner, startPlantedServer } from './planted.ts';
import { faultsIn, type RunningServer } from './server.ts';

const drummer = { title: 'Drums', description: 'A drummer plays alone on a roof at night.', genre: 'Musical' };
const person = (name: string) => ({ email: `${name.toLowerCase()}@example.org`, firstName: name, lastName: 'Berg' });

let gemini: FakeGemini;
let server: RunningServer;

/** A finished movie of the demo studio is there from the start, whose owner signs in where a test needs one. */
test.beforeAll(async () => {
  gemini = await startFakeGemini({
    clips: ({ durationSeconds }) => makeClip({ seconds: durationSeconds, sceneNumber: 1 }),
  });
  server = await startPlantedServer({ GOOGLE_GEMINI_BASE_URL: gemini.url, GENERATION_POLL_MS: '100' });
});
test.afterEach(() => expect(faultsIn(server.log())).toEqual([]));
test.afterAll(async () => {
  await server.remove();
  await gemini.close();
});

/** Everything that the page asks the server to change, as it goes on. */
function changesAskedBy(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (!['GET', 'HEAD'].includes(request.method()))
      asked.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return asked;
}

test('a project without a title, a description or a genre is not created', async ({ page }) => {
  await signInByCall(page.request, server.url, (await plantedOwner(0)).person);
  await page.goto(`${server.url}/`);
  const asked = changesAskedBy(page);
  await page.getByRole('button', { name: 'New Project' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create New Project' });
  const submit = dialog.getByRole('button', { name: 'Create Project' });
  const title = dialog.getByLabel('Title');
  const description = dialog.getByLabel('Description');

  await expect(submit).toBeDisabled();
  await title.fill('   ');
  await title.press('Enter');
  await expect(page.getByText('Please provide both a title and description')).toBeVisible();
  await title.fill('Only a title');
  await expect(submit).toBeDisabled();
  await description.fill(' \n ');
  await expect(submit).toBeDisabled();
  await description.fill('And now a description.');
  await submit.click();
  await expect(page.getByText('Please select at least one genre for your project')).toBeVisible();
  await expect(dialog).toBeVisible();
  expect(asked).toEqual([]);
});

test('a text that is too long is not taken, and the field says so', async ({ page }) => {
  await openPlanted(page, server.url);
  const asked = changesAskedBy(page);
  await page.getByRole('button', { name: 'Edit scene 1', exact: true }).click();
  const editing = page.getByRole('dialog', { name: 'Edit Scene 1' });
  const longest = {
    Title: limits.titleLength,
    Description: limits.descriptionLength,
    'Negative prompt (optional)': limits.negativePromptLength,
  };
  for (const [name, limit] of Object.entries(longest)) {
    const field = editing.getByLabel(name);
    await field.fill('x'.repeat(limit - 1));
    await expect(
      editing.getByText(`You’ve reached the limit of ${limit.toLocaleString('en')} characters.`),
    ).toBeHidden();
    await field.fill('x'.repeat(limit + 1));
    await expect(field).toHaveValue('x'.repeat(limit));
    await expect(
      editing.getByText(`You’ve reached the limit of ${limit.toLocaleString('en')} characters.`),
    ).toBeVisible();
  }
  await editing.getByLabel('Title').fill('  ');
  await expect(editing.getByText('A scene needs a title and a description.')).toBeVisible();
  await expect(editing.getByRole('button', { name: 'Save Changes' })).toBeDisabled();
  await editing.getByLabel('Title').press('Enter');
  await expect(editing).toBeVisible();
  await editing.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('article', { name: /^Scene 1: Out of Nowhere/ })).toBeVisible();

  await page.getByRole('link', { name: 'Back to My Projects' }).click();
  await page.getByRole('button', { name: 'New Project' }).first().click();
  const creating = page.getByRole('dialog', { name: 'Create New Project' });
  await creating.getByLabel('Title').fill('x'.repeat(limits.titleLength + 1));
  await expect(creating.getByLabel('Title')).toHaveValue('x'.repeat(limits.titleLength));
  await expect(creating.getByText('You’ve reached the limit of 120 characters.')).toBeVisible();
  await creating.getByLabel('Description').fill('x'.repeat(limits.descriptionLength + 1));
  await expect(creating.getByText('You’ve reached the limit of 5,000 characters.')).toBeVisible();
  expect(asked).toEqual([]);
});

test('a wrong key is refused on onboarding and in Settings, and the one before stays', async ({ page }) => {
  await signIn(page, server.url, person('Kay'));
  const asked = changesAskedBy(page);
  const key = page.getByLabel('API key', { exact: true });
  await key.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Please enter your Gemini API key');
  expect(asked).toEqual([]);
  await key.fill(FAKE_KEYS.bad);
  await key.press('Enter');
  const refusal = 'Google doesn’t accept this API key. Please check that it’s complete.';
  await expect(page.getByRole('alert')).toHaveText(refusal);
  await key.fill('not even a key at all');
  await page.getByRole('button', { name: 'Validate & Continue' }).click();
  await expect(page.getByRole('alert')).toHaveText('Invalid API key. Please check and try again.');
  expect(new Set(asked)).toEqual(new Set(['POST /api/validate-api-key']));
  await saveKey(page, FAKE_KEYS.good);

  await page.goto(`${server.url}/settings`);
  const mask = 'AQ.fak••••••6789';
  await expect(page.getByText(mask)).toBeVisible();
  await page.getByRole('button', { name: 'Change Key' }).click();
  await page.getByLabel('New key').press('Enter');
  await expect(page.getByText('Please enter an API key')).toBeVisible();
  await page.getByLabel('New key').fill(FAKE_KEYS.bad);
  await page.getByRole('button', { name: 'Validate & Save' }).click();
  await expect(page.getByText('Invalid API Key', { exact: true })).toBeVisible();
  await expect(page.getByText(refusal)).toBeVisible();
  await page.reload();
  await expect(page.getByText(mask)).toBeVisible();
});

for (const id of ['0192f0c1-0000-7000-8000-000000000000', 'no-such-project']) {
  test(`a project that is not there is said not to be found: ${id}`, async ({ page }) => {
    await signInByCall(page.request, server.url, (await plantedOwner(0)).person);
    await page.goto(`${server.url}/project/${id}`);
    await expect(page.getByRole('heading', { name: 'Project not found' })).toBeVisible();
    await expect(page.getByText('It may have been deleted, or it belongs to someone else.')).toBeVisible();
    await page.getByRole('link', { name: 'Back to My Projects' }).click();
    await expect(page.getByRole('link', { name: new RegExp(lighthouse.title) })).toBeVisible();
  });
}

test('a breakdown that is not the asked JSON fails with a sentence, and can be asked for again', async ({ page }) => {
  await signIn(page, server.url, person('Nora'));
  await saveKey(page, FAKE_KEYS.good);
  const asks = gemini.posts.of('models.generateContent');
  await sendNewProject(page, { ...drummer, description: `${drummer.description} [[not-json]]` });
  const notices = page.getByRole('region', { name: /Notifications/ });
  await expect(notices).toContainText('Error generating scenes');
  await expect(notices).toContainText('We couldn’t use the AI’s answers. Please try again.');
  // Once, and once more with what was wrong.
  expect(gemini.posts.of('models.generateContent') - asks).toBe(2);
  expect(await scenesOnServer(page, server.url, openProjectId(page))).toEqual([]);

  const again = page.getByRole('button', { name: 'Generate Scene Breakdown' });
  await expect(again).toBeEnabled();
  await again.click();
  await expect.poll(() => gemini.posts.of('models.generateContent') - asks).toBe(4);
  await expect(again).toBeEnabled();
  await page.reload();
  await expect(page.getByText('We couldn’t use the AI’s answers. Please try again.')).toBeVisible();
  await expect(again).toBeEnabled();
});

/** Every file below a folder. */
async function filesIn(folder: string): Promise<Buffer[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return Promise.all(
    entries.filter((entry) => entry.isFile()).map((entry) => readFile(join(entry.parentPath, entry.name))),
  );
}

test('a clip that is no video fails its scene alone, and nothing of it is kept', { tag: '@long' }, async ({ page }) => {
  await signIn(page, server.url, person('Vera'));
  await saveKey(page, FAKE_KEYS.good);
  await createProject(page, drummer);
  await editScene(page, 2, 'Description', 'The roof in the rain. [[not-a-video]]');
  await page.getByRole('button', { name: 'Generate Videos' }).first().click();
  await page.getByRole('button', { name: 'Start Generation' }).click();
  const dialog = page.getByRole('dialog', { name: 'Videos generated' });
  await expect(dialog).toBeVisible({ timeout: 60_000 });
  const failed = dialog.getByRole('listitem').filter({ hasText: 'Failed' });
  await expect(failed).toHaveCount(1);
  await expect(failed).toContainText('The file we received isn’t a usable video. It’s not an MP4 video.');
  await dialog.getByRole('button', { name: 'Continue Editing' }).click();
  await expect(page.getByRole('article', { name: /^Scene 2/ })).toContainText(
    'The file we received isn’t a usable video',
  );
  await expect(page.getByText('3 / 4')).toBeVisible();

  const scenes = await scenesOnServer(page, server.url, openProjectId(page));
  expect(scenes.map(({ status }) => status)).toEqual(['complete', 'failed', 'complete', 'complete']);
  expect(scenes[1]).toMatchObject({ videoUrl: null, sha256: null });
  const html = createHash('sha256').update('<!doctype html><html><body>This is no video.</body></html>').digest('hex');
  const files = await filesIn(join(server.dataDir, 'media'));
  expect(files.length).toBeGreaterThan(0);
  expect(files.map((bytes) => createHash('sha256').update(bytes).digest('hex'))).not.toContain(html);
  await expect(readdir(join(server.dataDir, 'media/unfinished'))).resolves.toEqual([]);
});

test(
  'a full disk stops an export with a sentence and leaves no part of a file',
  { tag: '@long' },
  async ({ page, context }) => {
    await openPlanted(page, server.url);
    const devtools = await context.newCDPSession(page);
    const limitTo = (quotaSize?: number) =>
      devtools.send('Storage.overrideQuotaForOrigin', {
        origin: server.url,
        ...(quotaSize === undefined ? {} : { quotaSize }),
      });
    const usage = () => page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
    const card = page.getByRole('region', { name: `Export of ${lighthouse.title}` });
    const start = async (size: RegExp): Promise<void> => {
      await page.getByRole('button', { name: 'Export Movie' }).click();
      await page.getByRole('radio', { name: size }).click();
      await page.getByRole('button', { name: 'Start Export' }).click();
    };
    await untilClipsAreKept(page, server.url);

    await test.step('when it is full before the export begins', async () => {
      await limitTo((await usage()) + 1_000_000);
      await start(/^1080p/);
      await expect(card).toContainText(
        /This device doesn’t have enough space for the movie: \d+ MB needed(, (less than )?\d+ MB free)?\. Free up space, choose a smaller size, save to a file of your choice, or export on a server with ffmpeg\./,
      );
      expect(await filesOnDevice(page, 'exports')).toEqual([]);
      await card.getByRole('button', { name: 'Dismiss export' }).click();
      await expect(card).toBeHidden();
    });

    await test.step('when it fills up while the movie is written', async () => {
      await limitTo();
      const before = await filesOnDevice(page, 'segments');
      await start(/^480p/);
      await expect.poll(async () => (await filesOnDevice(page, 'segments')).length).toBeGreaterThan(before.length);
      await limitTo(1_000_000);
      await expect(card).toContainText(/This device doesn’t have enough space for the movie/, { timeout: 60_000 });
      expect(await filesOnDevice(page, 'exports')).toEqual([]);
      await card.getByRole('button', { name: 'Dismiss export' }).click();
    });

    await limitTo();
    expect((await exportMovie(page, /^480p/)).suggestedFilename()).toBe('The-Glass-Lighthouse.mp4');
  },
);

/** Takes the interfaces from the page and from its media worker, before any of their own code runs. */
async function withoutWebCodecs(page: Page): Promise<void> {
  const remove = `for (const name of ['VideoEncoder', 'VideoDecoder', 'AudioEncoder', 'AudioDecoder']) delete globalThis[name];`;
  await page.addInitScript(remove);
  await page.route(/\/assets\/host\.worker-[^/]+\.js$/, async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ response: reply, body: `${remove}\n${await reply.text()}` });
  });
}

test(
  'a browser without WebCodecs is told which have it, and still joins what need only be copied',
  { tag: '@long' },
  async ({ browser }, testInfo) => {
    // Past a service worker the media worker's script could not be changed on its way.
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const server = await startPlantedServer({ FFMPEG_PATH: '/bin/false' });
    try {
      const page = await context.newPage();
      await withoutWebCodecs(page);
      const isClip = /\/api\/media\/[^/]+$/;
      await page.route(isClip, (route) => route.abort());
      await openPlanted(page, server.url);
      const banner = page.getByRole('complementary', { name: 'Browser compatibility' });
      await expect(banner).toContainText('Chrome 94+');
      await expect(banner).toContainText('Edge 94+');
      await expect(banner).toContainText('Opera 80+');

      const check = checkFfmpegReply.parse(await (await page.request.get(`${server.url}/api/check-ffmpeg`)).json());
      expect(check.available).toBe(false);
      const exportButton = page.getByRole('button', { name: 'Export Movie' });
      await test.step('without the clips there is nothing that it could copy', async () => {
        await expect(exportButton).toHaveAttribute('aria-disabled', 'true');
        await exportButton.focus();
        await expect(page.getByRole('tooltip')).toContainText(check.error ?? 'Video export system is not available');
        await exportButton.press('Enter');
        await expect(page.getByRole('dialog')).toBeHidden();
      });

      await page.unroute(isClip);
      await page.reload();
      await untilClipsAreKept(page, server.url);
      await page.getByRole('tab', { name: 'Timeline Editor' }).click();
      await page.getByRole('button', { name: 'Play', exact: true }).click();
      await expect
        .poll(() =>
          page
            .locator('video')
            .evaluateAll((all) => all.some((one) => one instanceof HTMLVideoElement && one.currentTime > 0.2)),
        )
        .toBe(true);

      await test.step('with them it writes them as they were made', async () => {
        await expect(exportButton).not.toHaveAttribute('aria-disabled', 'true');
        await exportButton.click();
        await expect(page.getByRole('radio', { name: /^1080p.*Your browser can’t write this size/ })).toBeVisible();
        await page.keyboard.press('Escape');
        const movie = testInfo.outputPath('copied.mp4');
        await (await exportMovie(page, /^As made/)).saveAs(movie);
        expect(await decodeErrors(movie)).toEqual([]);
      });

      await banner.getByRole('button', { name: 'Dismiss' }).click();
      await expect(banner).toBeHidden();
      expect(await page.evaluate(() => localStorage.getItem('compatibility-banner-dismissed'))).toBe('true');
      await page.reload();
      await expect(exportButton).toBeVisible();
      await expect(banner).toBeHidden();
      await page.unrouteAll({ behavior: 'wait' });
    } finally {
      await context.close();
      await server.remove();
    }
  },
);
