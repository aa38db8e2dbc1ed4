/** Clips of the person's own: on this device at once, without the network too, then on the server and a second device. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type JSHandle, type Page } from '@playwright/test';
import type { Project } from '#shared/entities/project.ts';
import { makeClip } from '#tests/helpers/clips/make-clip.ts';
import { ffmpeg } from '#tests/helpers/clips/run-ffmpeg.ts';
import { swellingWav } from '#tests/helpers/wav.ts';
import { checkWithAxe, DESKTOP, PHONE } from './axe.ts';
import { untilAppIsKept } from './journey.ts';
import { signInByCall } from './people.ts';
import { openPlanted, plantedOwner, startPlantedServer } from './planted.ts';
import type { RunningServer } from './server.ts';
import { toastsOn } from './toast.ts';

let server: RunningServer;
let folder: string;
test.beforeAll(async () => {
  server = await startPlantedServer();
  folder = await mkdtemp(join(tmpdir(), 'storyreel-own-clips-'));
});
test.afterAll(async () => {
  await server.remove();
  await rm(folder, { recursive: true });
});

async function fileOf(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

type Dragged = { name: string; type?: string; zeros?: number };

/** Files as if they were dragged from a folder, or copied there. `zeros`: so many bytes behind them. */
async function filesIn(page: Page, wanted: readonly (string | Dragged)[]): Promise<JSHandle<DataTransfer>> {
  const files = await Promise.all(
    wanted.map(async (one) => {
      const { name, type = 'video/mp4', zeros = 0 } = typeof one === 'string' ? { name: one } : one;
      return { name, type, zeros, base64: (await readFile(join(folder, name))).toString('base64') };
    }),
  );
  return await page.evaluateHandle((given) => {
    const held = new DataTransfer();
    for (const { name, type, zeros, base64 } of given) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      held.items.add(new File([bytes, new Uint8Array(zeros)], name, { type }));
    }
    return held;
  }, files);
}

/** Drops files on a part of the page. Answers whether the page took or refused them, which the browser would open else. */
async function dropOn(page: Page, selector: string, held: JSHandle<DataTransfer>): Promise<boolean> {
  return page.evaluate(
    ([dataTransfer, where]) => {
      const target = document.querySelector(where) ?? document.body;
      const event = (name: string) => new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true });
      return !target.dispatchEvent(event('dragover')) && !target.dispatchEvent(event('drop'));
    },
    [held, selector] as const,
  );
}

test('files that are dropped between two scenes of the timeline, or pasted, become scenes there', async ({ page }) => {
  await openPlanted(page, server.url, 1);
  for (const [index, name] of ['First.mp4', 'Second.mp4', 'Pasted.mp4'].entries())
    await fileOf(name, await makeClip({ seconds: 1, size: '360p', sceneNumber: index + 1 }));
  await page.getByRole('tab', { name: 'Timeline Editor' }).click();
  const block = (name: RegExp) => page.getByRole('button', { name });
  const second = block(/^Scene 2: /);
  await second.scrollIntoViewIfNeeded();
  const box = await second.boundingBox();
  if (!box) throw new Error('Scene 2 isn’t there.');
  // A little after the join of scenes 1 and 2.
  const at = { clientX: box.x + 4, clientY: box.y + box.height / 2 };
  const dataTransfer = await filesIn(page, ['First.mp4', 'Second.mp4']);
  // As a browser does while files are held there.
  await expect(async () => {
    await second.dispatchEvent('dragover', { dataTransfer, ...at });
    await expect(page.locator('output', { hasText: 'Add as scene 2' })).toBeVisible({ timeout: 500 });
  }).toPass();
  await second.dispatchEvent('drop', { dataTransfer, ...at });
  await expect(block(/^Scene 2: First, /)).toBeVisible();
  await expect(block(/^Scene 3: Second, /)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.locator('output', { hasText: 'Add as scene' })).toHaveCount(0);
  // One step for each scene.
  await page.keyboard.press('Control+z');
  await expect(block(/Second/)).toHaveCount(0);
  await expect(block(/^Scene 2: First, /)).toBeVisible();
  const clipboardData = await filesIn(page, ['Pasted.mp4']);
  await page.evaluate(
    (held) => document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: held, bubbles: true })),
    clipboardData,
  );
  await expect(block(/^Scene 6: Pasted, /)).toBeVisible();
  await page.getByRole('tab', { name: 'Scene Editor' }).click();
  await expect(page.getByRole('article', { name: 'Scene 2: First' })).toBeVisible();
  await expect(page.getByRole('article', { name: 'Scene 6: Pasted' })).toBeVisible();
});

test('clips that are chosen without the network become scenes in order, and reach a second device', async ({
  page,
  browser,
}) => {
  await openPlanted(page, server.url);
  await untilAppIsKept(page);
  const clip = async (sceneNumber: number) => makeClip({ seconds: 2, size: '360p', sceneNumber });
  const [beach, harbor] = [await fileOf('Beach.mp4', await clip(1)), await fileOf('Harbor.mov', await clip(2))];
  const [empty, text] = [await fileOf('Empty.mp4', new Uint8Array()), await fileOf('Fake.mp4', Buffer.from('<html>'))];
  await page.getByRole('button', { name: 'Add Custom Scene' }).click();
  const dialog = page.getByRole('dialog');
  await checkWithAxe(page, 'dialog for own clips', [PHONE]);
  await page.context().setOffline(true);
  await dialog.getByLabel('Choose Files').and(page.locator('input')).setInputFiles([beach, empty, text, harbor]);
  await expect(dialog.getByText('“Empty.mp4” is empty (0 bytes). Choose another file.')).toBeVisible();
  await expect(dialog.getByText(/can’t tell what “Fake.mp4” is/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('article')).toHaveCount(6);
  // The notice takes back both, and Redo brings them again.
  await toastsOn(page).getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByRole('article')).toHaveCount(4);
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(page.getByRole('article')).toHaveCount(6);
  await expect(page.getByRole('article', { name: 'Scene 5: Beach' })).toBeVisible();
  await expect(page.getByRole('article', { name: 'Scene 6: Harbor' })).toBeVisible();
  await page.context().setOffline(false);
  const scenes = async (): Promise<unknown> =>
    (await page.request.get(`${server.url}/api/projects/${page.url().split('/').at(-1)}/scenes`)).json();
  await expect
    .poll(scenes, { timeout: 60_000 })
    .toMatchObject([{}, {}, {}, {}, { title: 'Beach', source: 'clip', frameCount: 48 }, { title: 'Harbor' }]);
  const second = await browser.newContext();
  try {
    const other = await second.newPage();
    await openPlanted(other, server.url, 0, 6);
    await expect(other.getByRole('article', { name: 'Scene 6: Harbor' })).toBeVisible();
  } finally {
    await second.close();
  }
});

test(
  'files that are dropped while others are taken in wait behind them, on the storyboard and the board',
  { tag: '@long' },
  async ({ page }) => {
    await openPlanted(page, server.url, 2);
    const names = ['A', 'B', 'C', 'D', 'E'].map((letter) => `${letter}.mp4`);
    for (const [index, name] of names.entries())
      await fileOf(name, await makeClip({ seconds: 1, size: '360p', sceneNumber: index + 1 }));
    await page.getByRole('tab', { name: 'Storyboard' }).click();
    await expect(page.getByRole('tabpanel')).toContainText('Out of Nowhere');
    const dialog = page.getByRole('dialog');
    // The dialog comes with the first of them; what is dropped before it is there isn't lost.
    const [two, one, more] = await Promise.all(
      [['A.mp4', 'B.mp4'], ['C.mp4'], ['D.mp4', 'E.mp4']].map((list) => filesIn(page, list)),
    );
    if (!two || !one || !more) throw new Error('No files.');
    expect(await dropOn(page, 'main', two)).toBe(true);
    expect(await dropOn(page, 'main', one)).toBe(true);
    await expect(dialog).toBeHidden();
    await page.getByRole('tab', { name: 'Scene Editor' }).click();
    for (const [index, letter] of ['A', 'B', 'C'].entries())
      await expect(page.getByRole('article', { name: `Scene ${index + 5}: ${letter}` })).toBeVisible();
    await toastsOn(page).getByText('3 scenes added').waitFor();
    expect(await dropOn(page, 'article', more)).toBe(true);
    await expect(page.getByRole('article', { name: 'Scene 9: E' })).toBeVisible();
  },
);

test('sound that is dropped on the board becomes music, and a clip beside it a scene', async ({ page }) => {
  const { person, projectId } = await plantedOwner(0);
  await signInByCall(page.request, server.url, person);
  await page.goto(`${server.url}/project/${projectId}`);
  await expect(page.getByRole('article').first()).toBeVisible();
  await fileOf('Song.wav', swellingWav({ seconds: 3 }));
  await fileOf('Shore.mp4', await makeClip({ seconds: 1, size: '360p', sceneNumber: 3 }));
  const audio = async (): Promise<string[]> => {
    const project: Project = await (await page.request.get(`${server.url}/api/projects/${projectId}`)).json();
    return project.audio.map(({ kind, name, startSeconds }) => `${kind} ${name} ${startSeconds}`);
  };
  const song = await filesIn(page, [{ name: 'Song.wav', type: 'audio/wav' }]);
  await expect.poll(() => dropOn(page, 'article', song)).toBe(true);
  await expect(toastsOn(page).getByText('Music added', { exact: true })).toBeVisible();
  await expect.poll(audio).toEqual(['music Song 0']);
  await toastsOn(page).getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(audio).toEqual([]);
  const both = await filesIn(page, [{ name: 'Song.wav', type: 'audio/wav' }, 'Shore.mp4']);
  expect(await dropOn(page, 'article', both)).toBe(true);
  await expect(page.getByRole('article', { name: /: Shore$/ })).toBeVisible({ timeout: 30_000 });
  await expect.poll(audio).toEqual(['music Song 0']);
});

test(
  'what is a scene by the time that somebody leaves the dialog can be undone',
  { tag: '@long' },
  async ({ page }) => {
    await openPlanted(page, server.url, 3);
    for (const name of ['Quick.mp4', 'Long.mp4'])
      await fileOf(name, await makeClip({ seconds: 1, size: '360p', sceneNumber: name.length }));
    const held = await filesIn(page, ['Quick.mp4', { name: 'Long.mp4', zeros: 200_000_000 }]);
    expect(await dropOn(page, 'article', held)).toBe(true);
    await expect(page.getByRole('article', { includeHidden: true })).toHaveCount(5, { timeout: 30_000 });
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await toastsOn(page).getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(page.getByRole('article')).toHaveCount(4);
  },
);

test(
  'pictures and clips that come one by one become scenes in order, by the button at the foot',
  { tag: '@long' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await openPlanted(page, server.url, 4);
    const photo = join(folder, 'Harbor');
    await ffmpeg([
      '-f',
      'lavfi',
      '-i',
      'testsrc2=size=640x360:duration=1',
      '-frames:v',
      '1',
      '-f',
      'image2',
      '-c:v',
      'png',
      photo,
    ]);
    await fileOf('After.mp4', await makeClip({ seconds: 1, size: '360p', sceneNumber: 8 }));
    await fileOf('Before.mp4', await makeClip({ seconds: 1, size: '360p', sceneNumber: 9 }));
    // A picture is known by its bytes: neither its name nor its type tells.
    const first = await filesIn(page, ['Before.mp4', { name: 'Harbor', type: '' }]);
    expect(await dropOn(page, 'article', first)).toBe(true);
    const dialog = page.getByRole('dialog', { name: 'Add Custom Scene' });
    const add = (name: string) => dialog.getByRole('button', { name, exact: true });
    await expect(add('Add as 2 Scenes')).toBeInViewport();
    await expect(dialog.getByLabel('Length of each picture in seconds')).toBeInViewport();
    await expect(add('Add Scene')).toHaveCount(0);
    await checkWithAxe(page, 'dialog for chosen files', [PHONE, DESKTOP]);
    await dialog.getByLabel('Title').fill('Not lost');
    expect(await dropOn(page, '[role=dialog] textarea', await filesIn(page, ['After.mp4']))).toBe(true);
    await expect(dialog.getByLabel('Title')).toHaveValue('Not lost');
    await add('Add as 3 Scenes').click();
    await expect(page.getByText('3 scenes added')).toBeVisible({ timeout: 60_000 });
    // The words of another scene are still there.
    await expect(dialog.getByLabel('Title')).toHaveValue('Not lost');
    await expect(add('Add Scene')).toBeDisabled();
    await page.keyboard.press('Escape');
    for (const [index, title] of ['Before', 'Harbor', 'After'].entries())
      await expect(page.getByRole('article', { name: `Scene ${index + 5}: ${title}` })).toBeVisible();
    // Where nothing takes files, the browser doesn't open them either.
    await page.getByRole('button', { name: 'Export Movie' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await dropOn(page, '[role=dialog]', await filesIn(page, ['After.mp4']))).toBe(true);
    await expect(page.getByRole('dialog', { name: 'Add Custom Scene' })).toHaveCount(0);
  },
);
