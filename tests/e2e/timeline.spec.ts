/** A movie is edited by pointer, in the built app: what hands do reaches the server, can be taken back, and is in the file. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { projectReply } from '#shared/api/projects.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { makeClip } from '#tests/helpers/clips/make-clip.ts';
import { framesRgb, probeFile } from '#tests/helpers/ffprobe.ts';
import { jpegOf } from '#tests/helpers/pictures.ts';
import { swellingWav } from '#tests/helpers/wav.ts';
import { idea } from '#tests/api/battery/people.ts';
import { checkWithAxe, DESKTOP, expectNoViolations } from './axe.ts';
import { bringFile, bringSound } from './bring-file.ts';
import { addMusic, block, openTimeline } from './editing.ts';
import { exportMovie } from './journey.ts';
import { openPlanted, startPlantedServer, type Owner } from './planted.ts';
import { signInByCall, type Caller } from './people.ts';
import type { RunningServer } from './server.ts';
import { expectToast, toastsOn } from './toast.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startPlantedServer();
});
test.afterAll(() => server.remove());

type Place = { x: number; y: number };

async function boxOf(of: Locator): Promise<Place & { width: number; height: number }> {
  const box = await of.boundingBox();
  if (!box) throw new Error('It is not on the page.');
  return box;
}

async function drag(page: Page, from: Place, to: Place): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
}

async function undo(page: Page, title: string): Promise<void> {
  await expect(toastsOn(page).getByText(title, { exact: true })).toBeVisible();
  await toastsOn(page).getByRole('button', { name: 'Undo' }).click();
}

/** Seconds of the clip at which the picture that is shown stands. */
const shownSeconds = async (page: Page): Promise<number> =>
  Number(await page.locator('canvas[data-clip-frame]').getAttribute('data-clip-frame')) / 24;

test('a movie is trimmed, put in order, written on, set to music, and exported as the player showed it', async ({
  page,
}, testInfo) => {
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const owner: Owner = await openPlanted(page, server.url);
  const caller: Caller = await signInByCall(page.request, server.url, owner.person);
  const { projectId } = owner;
  const scenes = async (): Promise<Scene[]> => (await caller.project(projectId)).scenes;
  const titles = async (): Promise<string[]> => (await scenes()).map(({ title }) => title);
  const project = async (): Promise<Project> => (await caller.project(projectId)).project;
  const trimOf = async (number: number) => {
    const scene = (await scenes())[number - 1];
    return scene && { trimStart: scene.trimStart, trimEnd: scene.trimEnd };
  };
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
  const before = await titles();
  const [a = '', b = '', c = '', d = ''] = before;
  const written = { text: 'The Glass Lighthouse', startTime: 0, fontSize: 56, position: { x: 50, y: 69 } };
  await openTimeline(page);
  await expectNoViolations(page, 'lanes without music');

  await test.step('an edge that is dragged trims, on the server too, and its notice takes it back', async () => {
    const { x, y, width, height } = await boxOf(block(page, 1));
    const from = { x: x + width - 6, y: y + height - 12 };
    await drag(page, from, { x: from.x - width / 4, y: from.y });
    await expect.poll(() => trimOf(1)).toMatchObject({ trimStart: null, trimEnd: expect.any(Number) });
    await undo(page, 'Trim applied');
    await expect.poll(() => trimOf(1)).toEqual({ trimStart: null, trimEnd: null });
  });

  await test.step('a scene is dragged behind others, and back by undo after a reload', async () => {
    const [first, third] = [await boxOf(block(page, 1)), await boxOf(block(page, 3))];
    const from = { x: first.x + 80, y: first.y + 40 };
    await drag(page, from, { x: third.x + third.width / 2 + 80 - first.width / 2, y: from.y });
    await expect.poll(titles).toEqual([b, c, a, d]);
    await page.reload();
    await expect(block(page, 1)).toHaveAccessibleName(new RegExp(b));
    await page.getByRole('button', { name: /^Undo/ }).first().click();
    await expect.poll(titles).toEqual(before);
  });

  await test.step('a scene is trimmed by numbers and gets a text, and both are what the player shows', async () => {
    await block(page, 2).click({ position: { x: 40, y: 8 } });
    await button('Trim mode').click();
    await checkWithAxe(page, 'trim mode', [DESKTOP]);
    await page.getByLabel('Start point', { exact: true }).fill('2');
    await page.getByLabel('End point', { exact: true }).fill('4');
    await button('Apply').click();
    await expectToast(page, 'Trim applied');
    await expect.poll(() => trimOf(2)).toEqual({ trimStart: 2, trimEnd: 4 });
    await page.getByRole('toolbar').getByRole('button', { name: 'Add Text' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add text overlay' });
    await dialog.getByLabel('Text', { exact: true }).fill(written.text);
    await dialog.getByLabel('Start time').fill('0');
    await dialog.getByLabel('Start time').press('Enter');
    await dialog.getByRole('slider', { name: 'Font size' }).fill('56');
    await dialog.getByRole('radio', { name: 'Custom' }).check();
    await dialog.getByLabel('Y', { exact: true }).fill('69');
    await dialog.getByLabel('Y', { exact: true }).press('Enter');
    await dialog.getByRole('button', { name: 'Add Text Overlay' }).click();
    await expectToast(page, 'Text overlay added');
    await expect.poll(async () => (await scenes())[1]?.textOverlays).toMatchObject([{ ...written, endTime: 8 }]);
    await block(page, 2).click({ position: { x: 60, y: 30 }, button: 'right' });
    await expect(page.getByRole('menuitem', { name: /^Split at the playhead/ })).toBeVisible();
    await expectNoViolations(page, 'a scene’s menu');
    await page.keyboard.press('Escape');
    await button(`Edit text “${written.text}” on scene 2`).click({ button: 'right' });
    await expect(page.getByRole('menu', { name: `Text “${written.text}”` })).toBeVisible();
    await expectNoViolations(page, 'a text’s menu');
    await page.keyboard.press('Escape');
    await button(`Text “${written.text}” on the picture`).click();
    await expect(page.getByRole('region', { name: 'Selected text' })).toBeVisible();
    await expectNoViolations(page, 'a chosen text');
    await block(page, 2).click({ position: { x: 40, y: 8 } });
    await expect.poll(() => shownSeconds(page)).toBeCloseTo(2, 1);
  });

  await test.step('music comes from a file, is heard from this device at once, and goes to the server', async () => {
    await addMusic(page, 'Glass waltz', 12);
    await expect.poll(async () => (await project()).audio).toMatchObject([{ kind: 'music', outSeconds: 12 }]);
    const [added] = (await project()).audio;
    await expect
      .poll(async () => (await page.request.get(`${server.url}/api/media/${added?.mediaId}`)).status())
      .toBe(200);
    await checkWithAxe(page, 'lanes with music and a text', [DESKTOP]);
    await page.getByRole('button', { name: /^Undo/ }).first().click();
    await expect.poll(async () => (await project()).audio).toEqual([]);
  });

  await test.step('Download All hands over one file for each scene, whatever is open meanwhile', async () => {
    const names: string[] = [];
    const paths: Promise<string>[] = [];
    page.on('download', (download) => {
      names.push(download.suggestedFilename());
      paths.push(download.path());
    });
    await button('Download All').click();
    await expect(page.getByText('Downloading 2 of 4')).toBeVisible();
    await page.getByRole('tab', { name: 'Storyboard' }).click();
    await expectToast(page, 'Downloaded 4 video(s)');
    expect(names).toEqual([1, 2, 3, 4].map((number) => `The-Glass-Lighthouse-scene-0${number}.mp4`));
    expect((await probeFile((await paths[0]) ?? '')).video).toMatchObject({ codec_name: 'h264', width: 1280 });
    page.removeAllListeners('download');
    await openTimeline(page);
    await button('Download All').click();
    await page.getByRole('button', { name: /Stop$/ }).click();
    await expectToast(page, 'Downloaded 1 video(s)');
  });

  await test.step('files that nothing needs are removed here and there, and what another project needs stays', async () => {
    const picture = Buffer.from(jpegOf());
    const still = await bringFile(page, server.url, { name: 'Shell.jpg', kind: 'picture', bytes: picture });
    await bringSound(page, server.url, 'Spare.wav', swellingWav({ seconds: 5 }));
    await addStillElsewhere(page, caller, still);
    await page.reload();
    await button('Media').click();
    const row = (name: string): Locator => page.getByRole('listitem').filter({ hasText: name });
    await page.getByRole('button', { name: /^Remove \d unused files/ }).click();
    const dialog = page.getByRole('dialog', { name: /^Remove \d files\?$/ });
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(toastsOn(page)).toContainText('“Elsewhere” needs this file. Remove it from the movie first.');
    await expect(row('Spare.wav')).toHaveCount(0);
    await expect(row('Shell.jpg')).toBeVisible();
    const kept = await (await page.request.get(`${server.url}/api/own-files`)).text();
    expect([kept.includes('Spare.wav'), kept.includes('Shell.jpg')]).toEqual([false, true]);
    await checkWithAxe(page, 'media beside the picture', [DESKTOP]);
    await button('Media').click();
  });

  await test.step('the exported movie has the trim and the text, and looks as the player showed it', async () => {
    expect((await scenes())[1]?.textOverlays).toMatchObject([written]);
    const shown = testInfo.outputPath('shown.png');
    await block(page, 2).click({ position: { x: 40, y: 8 } });
    await expect.poll(() => shownSeconds(page)).toBeCloseTo(2, 1);
    await expect(toastsOn(page).locator('[data-tone]')).toHaveCount(0);
    await page.locator('canvas').screenshot({ path: shown });
    const movie = testInfo.outputPath('movie.mp4');
    await (await exportMovie(page, /^As made/)).saveAs(movie);
    const firstFrames = (await scenes())[0]?.frameCount ?? 0;
    const { video } = await probeFile(movie);
    const whole = (await scenes()).reduce((sum, { frameCount }) => sum + (frameCount ?? 0), 0);
    expect(video?.nb_frames).toBe(whole - ((await scenes())[1]?.frameCount ?? 0) + 48);
    // Small: of the screen's own scaling, fine patterns keep more than this in a larger one.
    const size = { width: 160, height: 90 };
    const [[exported], [preview], [withoutText]] = await Promise.all([
      framesRgb(movie, [firstFrames], size, 'bt709'),
      framesRgb(shown, [0], size),
      framesRgb(movie, [0], size, 'bt709'),
    ]);
    expect(meanDifference(exported, preview)).toBeLessThan(4);
    expect(meanDifference(exported, withoutText)).toBeGreaterThan(20);
    const large = { width: 640, height: 360 };
    const [[text], [drawn]] = await Promise.all([
      framesRgb(movie, [firstFrames], large, 'bt709'),
      framesRgb(shown, [0], large),
    ]);
    expect(whiteIn(text, large)).toBeGreaterThan(500);
    // Another font has strokes of another weight.
    expect(Math.abs(whiteIn(text, large) / whiteIn(drawn, large) - 1)).toBeLessThan(0.2);
  });
});

/** In a project of its own, as another device has made it. */
async function addStillElsewhere(page: Page, caller: Caller, picture: string): Promise<void> {
  const bytes = Buffer.from(await makeClip({ seconds: 1, size: '360p', sceneNumber: 8 }));
  const mediaId = await bringFile(page, server.url, { name: 'Shell.mp4', kind: 'clip', bytes });
  const { id } = projectReply.parse(await caller.send('POST', '/api/projects', { ...idea('Elsewhere') }));
  const settings = { seconds: 2, fit: 'fill', pushIn: false, background: 'black' };
  const still = { picture, settings };
  const scene = { title: 'Shell', duration: 1, source: 'clip', mediaId, still };
  await caller.send('POST', `/api/projects/${id}/scenes`, scene);
}

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
