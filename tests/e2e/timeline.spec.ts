/** The Timeline tab on a demo movie: every row of its checklist, what trims and texts make of the player and of the file. */
import { expect, test, type Page } from '@playwright/test';
import { probeFile, framesRgb } from '#tests/helpers/ffprobe.ts';
import { checkWithAxe, DESKTOP, PHONE } from './axe.ts';
import { runRows } from './checklist/checklist.ts';
import {
  emptyRows,
  frameRows,
  playerRows,
  shownSeconds,
  stripRows,
  textRows,
  timelineScreen,
  trimRows,
} from './checklist/timeline.ts';
import { exportMovie, ines, lighthouse, signInAgain, untilClipsAreKept } from './journey.ts';
import { demoPerson, makeProject, type Caller } from './people.ts';
import { startServer, type RunningServer } from './server.ts';
import { expectToast } from './toast.ts';

let server: RunningServer;
let page: Page;
let owner: Caller;
let projectId = '';
let projectUrl = '';

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ browser }) => {
  server = await startServer({ GENERATION_POLL_MS: '200' });
  page = await (await browser.newContext({ viewport: DESKTOP, acceptDownloads: true })).newPage();
  page.setDefaultTimeout(30_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  owner = await demoPerson(page.request, server.url, ines);
  projectId = (await makeProject(owner, { ...lighthouse, genres: ['drama'] }, { clips: false })).project.id;
  projectUrl = `${server.url}/project/${projectId}`;
  await page.goto(projectUrl);
});
test.afterAll(async () => {
  await page.context().close();
  await server.remove();
});

async function openTimeline(on: Page): Promise<void> {
  await on.getByRole('tab', { name: 'Timeline Editor' }).click();
}

test('before there are clips it says what will be there', async () => {
  await openTimeline(page);
  await runRows(emptyRows, timelineScreen(page));
  await page.getByRole('tab', { name: 'Scene Editor' }).click();
});

test('the movie plays, is trimmed and written on as the checklist has it', async () => {
  const { scenes } = await owner.project(projectId);
  await owner.send('PATCH', `/api/scenes/${scenes[3]?.id}`, { description: 'The tower stays dark. [fail]' });
  await owner.send('POST', `/api/projects/${projectId}/generate-videos`);
  await expect.poll(async () => (await owner.project(projectId)).project.status, { timeout: 30_000 }).toBe('failed');
  await page.reload();
  // The last of the four has failed.
  await expect(page.getByText('3 / 4 scenes').last()).toBeVisible();
  await untilClipsAreKept(page, server.url);
  await openTimeline(page);
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  const screen = timelineScreen(page);
  await runRows([...playerRows, ...stripRows, ...frameRows, ...trimRows, ...textRows], screen);
});

test('axe finds nothing while trimming and while writing', async () => {
  await page.getByRole('button', { name: 'Trim mode', exact: true }).click();
  await checkWithAxe(page, 'trim mode', [DESKTOP]);
  await page.getByRole('button', { name: 'Add Text', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Add text overlay' })).toBeVisible();
  await checkWithAxe(page, 'text dialog', [PHONE]);
  await page.keyboard.press('Escape');
});

test('Download All hands over one file for each scene that has a clip', async () => {
  const names: string[] = [];
  const paths: Promise<string>[] = [];
  page.on('download', (download) => {
    names.push(download.suggestedFilename());
    paths.push(download.path());
  });
  await page.getByRole('button', { name: 'Download All', exact: true }).click();
  await expect(page.getByText('Downloading 2 of 3')).toBeVisible();
  // Another tab of the editor does not stop it.
  await page.getByRole('tab', { name: 'Storyboard' }).click();
  await expect(timelineScreen(page).toast('Downloaded 3 video(s)')).toBeVisible();
  expect(names).toEqual([1, 2, 3].map((number) => `The-Glass-Lighthouse-scene-0${number}.mp4`));
  const [first] = await Promise.all(paths);
  const { video } = await probeFile(first ?? '');
  expect(video).toMatchObject({ codec_name: 'h264', width: 1280, nb_frames: 192 });

  await openTimeline(page);
  await page.getByRole('button', { name: 'Download All', exact: true }).click();
  await page.getByRole('button', { name: /Stop$/ }).click();
  // Put away: it stands over the picture, which is looked at next.
  await expectToast(page, 'Downloaded 1 video(s)');
});

test('the exported movie has the trim and the text, and looks as the player showed it', async () => {
  const testInfo = test.info();
  const shown = testInfo.outputPath('shown.png');
  await page.getByRole('button', { name: /^Scene 2:/ }).click();
  await expect.poll(() => shownSeconds(page)).toBeCloseTo(2, 1);
  await page.locator('canvas').screenshot({ path: shown });
  const movie = testInfo.outputPath('movie.mp4');
  await (await exportMovie(page, /^As made/)).saveAs(movie);
  const { video } = await probeFile(movie);
  expect(video?.nb_frames).toBe(192 + 48 + 192);
  // Small: of the screen's own scaling, fine patterns keep more than this in a larger one.
  const size = { width: 160, height: 90 };
  const [[exported], [preview], [withoutText]] = await Promise.all([
    framesRgb(movie, [192], size, 'bt709'),
    framesRgb(shown, [0], size),
    framesRgb(movie, [0], size, 'bt709'),
  ]);
  expect(meanDifference(exported, preview)).toBeLessThan(4);
  expect(meanDifference(exported, withoutText)).toBeGreaterThan(20);
  const large = { width: 640, height: 360 };
  const [[text], [drawn]] = await Promise.all([framesRgb(movie, [192], large, 'bt709'), framesRgb(shown, [0], large)]);
  expect(whiteIn(text, large)).toBeGreaterThan(500);
  // Another font has strokes of another weight.
  expect(Math.abs(whiteIn(text, large) / whiteIn(drawn, large) - 1)).toBeLessThan(0.2);
});

/** Levels (0 to 255) between two pictures of one size. */
function meanDifference(a: Uint8Array | undefined, b: Uint8Array | undefined): number {
  if (!a || !b || a.length !== b.length) throw new RangeError('The pictures differ in size.');
  return a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length;
}

/** Nearly white pixels in the band where the text was put: at 69 % of the height. Scaled down, thin letters are greyer. */
function whiteIn(picture: Uint8Array | undefined, { width, height }: { width: number; height: number }): number {
  let count = 0;
  for (let y = Math.round(height * 0.64); y < height * 0.74; y += 1)
    for (let x = Math.round(width * 0.3); x < width * 0.7; x += 1)
      if ([0, 1, 2].every((part) => (picture?.[(y * width + x) * 3 + part] ?? 0) > 200)) count += 1;
  return count;
}

test('on a phone the strip scrolls under a playhead that stands still', async () => {
  await page.setViewportSize(PHONE);
  const block = (number: number) => page.getByRole('button', { name: new RegExp(`^Scene ${number}:`) });
  // While the lanes still take the window's new size, a swipe is taken back.
  await expect(async () => {
    await page.getByRole('slider', { name: 'Playhead' }).press('Home');
    await expect.poll(async () => Math.round((await block(1).boundingBox())?.x ?? 0)).toBe(PHONE.width / 2);
    await block(1).hover({ position: { x: 40, y: 8 } });
    await page.mouse.wheel(4 * 44, 0);
    await expect(page.getByText(/^0:04:0\d/)).toBeVisible({ timeout: 2_000 });
  }).toPass();
  for (const name of ['Play', 'Next scene', 'Mute', 'Trim mode', 'Add Text', 'Download All']) {
    const box = await page.getByRole('button', { name, exact: true }).boundingBox();
    expect([name, Math.min(box?.width ?? 0, box?.height ?? 0) >= 44]).toEqual([name, true]);
  }
  await test.step('turned into a desktop while somebody trims, it stays at that scene and in trim mode', async () => {
    await page.getByRole('button', { name: 'Next scene', exact: true }).click();
    await page.getByRole('button', { name: 'Next scene', exact: true }).click();
    await expect(block(3)).toHaveAttribute('aria-current', 'true');
    await page.getByRole('button', { name: 'Trim mode', exact: true }).click();
    await page.getByLabel('Start point', { exact: true }).fill('3');
    await page.keyboard.press('Enter');
    for (const size of [DESKTOP, PHONE, DESKTOP]) {
      await page.setViewportSize(size);
      await expect.poll(() => block(3).isVisible()).toBe(true);
      await expect(page.getByLabel('Start point', { exact: true })).toHaveValue('3.00');
      await expect(block(3)).toHaveAttribute('aria-current', 'true');
    }
    await expect.poll(() => shownSeconds(page)).toBeCloseTo(3, 1);
    await page.keyboard.press('Escape');
  });
});

test('another device that has lost the server says which clips it does not have', async ({ browser }) => {
  const context = await browser.newContext({ viewport: DESKTOP });
  const elsewhere = await context.newPage();
  await elsewhere.route('**/api/media/**', (route) =>
    route.request().url().includes('/frames/') ? route.continue() : route.abort(),
  );
  await signInAgain(elsewhere, server.url);
  await elsewhere.goto(projectUrl);
  await openTimeline(elsewhere);
  await expect(elsewhere.getByRole('button', { name: /^Scene 1:.*0:08$/ })).toBeVisible();
  await context.setOffline(true);
  await expect(elsewhere.getByRole('button', { name: /^Scene 1:.*not on this device$/ })).toBeVisible();
  await expect(elsewhere.getByRole('alert')).toHaveText(
    'Couldn’t load the clip of scene 1, and it isn’t on this device. Check your connection, then play it again.',
  );
  await context.close();
});
