/** Music and voice-overs on the timeline: seen, dragged, edited by keys and in the inspector, saved at once, and undone. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import type { MovieAudio } from '#shared/entities/movie-audio.ts';
import type { Project } from '#shared/entities/project.ts';
import { makeClip } from '#tests/helpers/clips/make-clip.ts';
import { audioPiece } from '#tests/helpers/rows.ts';
import { swellingWav } from '#tests/helpers/wav.ts';
import { checkWithAxe, DESKTOP } from './axe.ts';
import { bringSound } from './bring-file.ts';
import { openPlanted, startPlantedServer, type Owner } from './planted.ts';
import type { RunningServer } from './server.ts';
import { toastsOn } from './toast.ts';

test.describe.configure({ mode: 'serial' });

const RATE = 8_000;
const SECONDS = 12;

let server: RunningServer;
let page: Page;
let owner: Owner;

test.beforeAll(async ({ browser }) => {
  server = await startPlantedServer();
  page = await (await browser.newContext({ viewport: DESKTOP, reducedMotion: 'reduce' })).newPage();
  owner = await openPlanted(page, server.url);
  await bringMusic();
  await page.goto(`${server.url}/project/${owner.projectId}?tab=timeline`);
});
test.afterAll(async () => {
  await page.context().close();
  await server.remove();
});

/** As another device has added it: the file on the server, and two pieces of it in the movie. */
async function bringMusic(): Promise<void> {
  const bytes = swellingWav({ seconds: SECONDS, sampleRate: RATE });
  const sha256 = await bringSound(page, server.url, 'Harbor.wav', bytes);
  const call = page.request;
  const headers = { Origin: server.url };
  const music = audioPiece({
    mediaId: sha256,
    name: 'Harbor at night',
    outSeconds: SECONDS,
    startSeconds: 1,
    gainDb: -9,
    fadeInSeconds: 1.5,
    fadeOutSeconds: 2,
    duckDb: 8,
  });
  const voice = {
    ...music,
    id: music.id.replace(/.$/, '0'),
    kind: 'voice',
    name: 'Take 2',
    startSeconds: 6,
    outSeconds: 4,
  };
  const audio = [music, { ...voice, gainDb: 0, duckDb: 0, fadeInSeconds: 0, fadeOutSeconds: 0 }];
  const patched = await call.patch(`${server.url}/api/projects/${owner.projectId}`, { data: { audio }, headers });
  expect(patched.ok()).toBe(true);
}

const lane = (name: string): Locator => page.getByRole('group', { name, exact: true });
const music = (): Locator => lane('Music lane').getByRole('button', { name: /^Music “Harbor at night”/ });
const inspector = (): Locator => page.getByRole('region', { name: 'Music', exact: true });
const undo = (): Promise<void> => page.keyboard.press('ControlOrMeta+z');
const pieces = async (): Promise<MovieAudio[]> => {
  const project: Project = await (await page.request.get(`${server.url}/api/projects/${owner.projectId}`)).json();
  return project.audio;
};

test('both lanes show their pieces, with the wave, the gain, and what is done to it', async () => {
  await expect(music()).toContainText('Harbor at night · −9 dB, ducks 8 dB under speech');
  await expect(lane('Voice-over lane').getByRole('button', { name: /Take 2/ })).toBeVisible();
  await expect(music().locator('svg path')).toHaveCount(2);
  expect((await lane('Music lane').boundingBox())?.height).toBe(40);
  expect((await lane('Voice-over lane').boundingBox())?.height).toBe(32);
});

test('a piece is dragged along the movie and by its fades, saved on release, and undone', async () => {
  const box = await music().boundingBox();
  if (!box) throw new Error('The piece is not drawn.');
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.down();
  await page.mouse.move(middle.x + 90, middle.y, { steps: 5 });
  expect((await pieces())[0]?.startSeconds).toBe(1);
  await page.mouse.up();
  await expect.poll(async () => (await pieces())[0]?.startSeconds).toBeGreaterThan(1.5);
  await expect(inspector()).toBeVisible();
  await page.getByRole('button', { name: /^Undo/ }).first().click();
  await expect.poll(async () => (await pieces())[0]?.startSeconds).toBe(1);
  const handle = lane('Music lane').locator('[data-grip="fade-in"]');
  const at = await handle.boundingBox();
  if (!at) throw new Error('There is no handle.');
  await page.mouse.move(at.x + 4, at.y + 4);
  await page.mouse.down();
  await page.mouse.move(at.x + 64, at.y + 4, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await pieces())[0]?.fadeInSeconds).toBeGreaterThan(1.6);
});

test('a finger drags a piece that is selected, which is saved and undone in one step', async () => {
  await music().click();
  const before = (await pieces())[0]?.startSeconds ?? 0;
  const box = await music().boundingBox();
  if (!box) throw new Error('The piece isn’t there.');
  const touch = await page.context().newCDPSession(page);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', by = 0) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: x + by, y }] });
  await send('touchStart');
  for (const by of [10, 25, 45, 70, 90]) await send('touchMove', by);
  await send('touchEnd');
  await expect.poll(async () => (await pieces())[0]?.startSeconds).toBeGreaterThan(before + 0.5);
  await undo();
  await expect.poll(async () => (await pieces())[0]?.startSeconds).toBeCloseTo(before, 2);
});

test('by keys it is moved, duplicated, split, and deleted', async () => {
  await music().focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(async () => (await pieces())[0]?.startSeconds).toBe(2);
  await page.keyboard.press('ControlOrMeta+d');
  await expect(music()).toHaveCount(2);
  await expect.poll(async () => (await pieces()).length).toBe(3);
  await page.keyboard.press('Delete');
  await expect(page.getByText('“Harbor at night” deleted')).toBeVisible();
  await expect(music()).toHaveCount(1);
  await music().or(lane('Music lane').getByRole('button')).first().focus();
  await undo();
  await expect(music()).toHaveCount(2);
  await expect.poll(async () => (await pieces()).length).toBe(3);
});

test('by keys it is split and trimmed at the playhead, and beside it nothing is trimmed', async () => {
  const playhead = page.getByRole('slider', { name: 'Playhead' });
  const harbors = async (): Promise<number[][]> =>
    (await pieces())
      .filter(({ name }) => name === 'Harbor at night')
      .map(({ startSeconds, inSeconds, outSeconds }) => [startSeconds, inSeconds, outSeconds]);
  const before = await harbors();
  expect(before[0]).toEqual([2, 0, SECONDS]);
  const press = async (key: string): Promise<void> => {
    await music().first().focus();
    await page.keyboard.press(key);
  };
  await playhead.press('Home');
  await press(']');
  await expect(toastsOn(page).getByText('Move the playhead into the piece to trim it.')).toBeVisible();
  await press('s');
  await expect(toastsOn(page).getByText('Move the playhead into the piece to split it.')).toBeVisible();
  for (let second = 0; second < 5; second += 1) await playhead.press('Shift+ArrowRight');
  const at = Number(await playhead.inputValue()) / 24;
  expect(at).toBeGreaterThan(2.5);
  expect(await harbors()).toEqual(before);
  await press('s');
  await expect.poll(async () => (await harbors()).length).toBe(before.length + 1);
  const [first = [], second = []] = await harbors();
  expect([first[0], second[0], second[2]]).toEqual([2, expect.closeTo(at, 3), SECONDS]);
  expect(first[2]).toBeCloseTo(at - 2, 3);
  await undo();
  await expect.poll(harbors).toEqual(before);
  await press('[');
  await expect.poll(async () => (await harbors())[0]?.[1]).toBeCloseTo(at - 2, 2);
  await undo();
  await expect.poll(harbors).toEqual(before);
});

test('the inspector changes volume, loop, and ducking at once', async () => {
  await music().first().click();
  await inspector().getByLabel('Loop', { exact: true }).click();
  await expect.poll(async () => (await pieces()).some(({ loop }) => loop)).toBe(true);
  const volume = inspector().getByLabel('Volume', { exact: true });
  await volume.focus();
  await page.keyboard.press('End');
  await expect.poll(async () => (await pieces()).some(({ gainDb }) => gainDb === 12)).toBe(true);
  await expect(music().first()).toContainText('loops');
});

test('a lane folds, and all of it is muted at once', async () => {
  await page.getByRole('button', { name: 'Fold voice' }).click();
  await expect.poll(async () => (await lane('Voice-over lane').boundingBox())?.height).toBe(24);
  await page.getByRole('button', { name: 'Mute all music' }).click();
  await expect
    .poll(async () => (await pieces()).filter(({ kind }) => kind === 'music').every(({ muted }) => muted))
    .toBe(true);
});

test('music is added from a file at the playhead, is heard from this device at once, and goes to the server', async () => {
  const before = (await pieces()).length;
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add music', exact: true }).click();
  await (
    await chooser
  ).setFiles({
    name: 'Glass waltz.wav',
    mimeType: 'audio/wav',
    buffer: swellingWav({ seconds: SECONDS, sampleRate: RATE, hertz: 330 }),
  });
  await expect(lane('Music lane').getByRole('button', { name: /^Music “Glass waltz”/ })).toBeVisible();
  await expect.poll(async () => (await pieces()).length).toBe(before + 1);
  const added = (await pieces()).find(({ name }) => name === 'Glass waltz');
  expect(added).toMatchObject({ kind: 'music', outSeconds: SECONDS, duckDb: 8 });
  await expect(toastsOn(page).getByText('Music added', { exact: true })).toBeVisible();
  await toastsOn(page).getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(async () => (await pieces()).length).toBe(before);
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect.poll(async () => (await pieces()).length).toBe(before + 1);
  // The file itself, a moment later.
  await expect
    .poll(async () => (await page.request.get(`${server.url}/api/media/${added?.mediaId}`)).status())
    .toBe(200);
});

test('what is no sound is named, and adds nothing', async () => {
  const before = await pieces();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add music', exact: true }).click();
  await (
    await chooser
  ).setFiles({ name: 'notes.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('Not a song at all.') });
  await expect(page.getByText(/“notes\.mp3”/).first()).toBeVisible();
  expect(await pieces()).toEqual(before);
});

test('in the list, too, pieces are moved, split, duplicated, and deleted by keys, and it says so', async () => {
  await page.getByRole('radio', { name: 'List' }).click();
  const row = page
    .getByRole('treegrid')
    .getByRole('row', { name: /Harbor at night/ })
    .first();
  const spoken = page.locator('[data-screen-foot] output').first();
  await row.focus();
  await expect(inspector()).toBeVisible();
  const before = await pieces();
  const first = before
    .filter(({ name }) => name === 'Harbor at night')
    .toSorted((a, b) => a.startSeconds - b.startSeconds)[0];
  if (!first) throw new Error('The music is gone.');
  await page.keyboard.press('Alt+ArrowDown');
  await expect(spoken).toContainText('“Harbor at night” now starts at');
  await expect
    .poll(async () => (await pieces()).find(({ id }) => id === first.id)?.startSeconds)
    .toBeCloseTo(first.startSeconds + 1, 2);
  await page.keyboard.press('Alt+ArrowUp');
  await expect
    .poll(async () => (await pieces()).find(({ id }) => id === first.id)?.startSeconds)
    .toBeCloseTo(first.startSeconds, 2);
  await page.keyboard.press('Delete');
  await expect(spoken).toHaveText('“Harbor at night” deleted');
  await expect.poll(async () => (await pieces()).length).toBe(before.length - 1);
  await undo();
  await expect.poll(async () => (await pieces()).length).toBe(before.length);
  await page.getByRole('radio', { name: 'Lanes' }).click();
  await expect(lane('Music lane')).toBeVisible();
});

test('axe finds nothing on any screen size', async () => {
  await checkWithAxe(page, 'music on the timeline');
});

test('clips are chosen among the tools, by the keyboard too, and go behind the chosen scene', async () => {
  await openPlanted(page, server.url, 1);
  await page.getByRole('tab', { name: 'Timeline Editor' }).click();
  await page.getByRole('button', { name: /^Scene 2: / }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add clip or still' }).press('Enter');
  const buffer = Buffer.from(await makeClip({ seconds: 1, size: '360p', sceneNumber: 3 }));
  await (await chooser).setFiles({ name: 'Beach.mp4', mimeType: 'video/mp4', buffer });
  const beach = page.getByRole('button', { name: /^Scene 3: Beach, / });
  await expect(beach).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await undo();
  await expect(beach).toHaveCount(0);
});

test('lanes without anything say what they are for, and a voice comes from a file', async () => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(lane('Music lane')).toContainText('Drop music here');
  await expect(lane('Voice-over lane')).toContainText('Record a voice-over, or drop one here');
  await checkWithAxe(page, 'lanes without anything', [DESKTOP]);
  await page.getByRole('button', { name: 'Record voice' }).first().click();
  const panel = page.getByRole('region', { name: 'Record voice-over' });
  await expect(panel).toContainText('Wear headphones');
  const [record, check] = await Promise.all(
    ['Record', 'Check microphone'].map((name) => panel.getByRole('button', { name, exact: true }).boundingBox()),
  );
  expect([check?.y, check?.height]).toEqual([record?.y, record?.height]);
  const chooser = page.waitForEvent('filechooser');
  await panel.getByRole('button', { name: 'Choose a file' }).click();
  const buffer = swellingWav({ seconds: 4, sampleRate: RATE, hertz: 330 });
  await (await chooser).setFiles({ name: 'Narrator.wav', mimeType: 'audio/wav', buffer });
  await expect(lane('Voice-over lane').getByRole('button', { name: /^Voice-over “Narrator”/ })).toBeVisible();
  await checkWithAxe(page, 'the panel that records, with files', [DESKTOP]);
});

test('sound files that are dropped become voice-overs on and beside their lane, and music elsewhere', async () => {
  const projectId = /\/project\/([^?]+)/.exec(page.url())?.[1] ?? '';
  const places = async (): Promise<string[]> => {
    const project: Project = await (await page.request.get(`${server.url}/api/projects/${projectId}`)).json();
    return project.audio.map(({ kind, name }) => `${kind} ${name}`).toSorted();
  };
  const drop = async (target: Locator, names: readonly string[]): Promise<void> => {
    // The same bytes would be one file, by its first name.
    const files = names.map((name) => {
      const bytes = swellingWav({ seconds: 1, sampleRate: RATE, hertz: 200 + 20 * name.length + name.charCodeAt(0) });
      return { name, base64: bytes.toString('base64') };
    });
    const dataTransfer = await page.evaluateHandle((given) => {
      const held = new DataTransfer();
      for (const { name, base64 } of given) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        held.items.add(new File([bytes], name, { type: 'audio/wav' }));
      }
      return held;
    }, files);
    // A lane without anything shows up while files are held over the page.
    await page.locator('body').dispatchEvent('dragenter', { dataTransfer });
    await target.dispatchEvent('dragover', { dataTransfer });
    await target.dispatchEvent('drop', { dataTransfer });
  };
  await page.goto(`${server.url}/project/${projectId}?tab=timeline`);
  await expect(lane('Voice-over lane')).toBeVisible();
  const before = await places();
  await drop(page.getByRole('button', { name: 'Fold voice' }).or(page.getByRole('button', { name: 'Unfold voice' })), [
    'Beside.wav',
  ]);
  await expect.poll(places).toEqual([...before, 'voice Beside'].toSorted());
  await drop(lane('Voice-over lane'), ['On.wav']);
  await expect.poll(places).toEqual([...before, 'voice Beside', 'voice On'].toSorted());
  await drop(lane('Music lane'), ['One.wav', 'Two.wav', 'Three.wav']);
  await expect(toastsOn(page).getByText('3 pieces of music added')).toBeVisible();
  const three = ['One', 'Two', 'Three'].map((name) => `music ${name}`);
  await expect.poll(places).toEqual([...before, 'voice Beside', 'voice On', ...three].toSorted());
  await drop(page.locator('[data-lanes]'), ['Elsewhere.wav']);
  await expect.poll(places).toEqual([...before, 'voice Beside', 'voice On', ...three, 'music Elsewhere'].toSorted());
});
