/** Files that are dropped or pasted: clips and pictures become scenes where they are put, sound becomes music. */
import { readFile } from 'node:fs/promises';
import { expect, test, type JSHandle, type Page } from '@playwright/test';
import type { Project } from '#shared/entities/project.ts';
import { makeClip } from '#tests/helpers/clips/make-clip.ts';
import { ffmpeg } from '#tests/helpers/clips/run-ffmpeg.ts';
import { swellingWav } from '#tests/helpers/wav.ts';
import { checkWithAxe, DESKTOP, PHONE } from './axe.ts';
import { openPlanted, servePlanted } from './planted.ts';
import { toastsOn } from './toast.ts';

const server = servePlanted();

type Dragged = { name: string; type?: string; bytes?: Uint8Array; zeros?: number };

/** Files as if they were dragged from a folder, or copied there: clips if nothing else is said. `zeros`: so many bytes behind them. */
async function filesIn(page: Page, wanted: readonly (string | Dragged)[]): Promise<JSHandle<DataTransfer>> {
  const files = await Promise.all(
    wanted.map(async (one, index) => {
      const { name, type = 'video/mp4', bytes, zeros = 0 } = typeof one === 'string' ? { name: one } : one;
      const sceneNumber = (name.codePointAt(0) ?? 0) + index;
      const content = bytes ?? (await makeClip({ seconds: 1, size: '360p', sceneNumber }));
      return { name, type, zeros, base64: Buffer.from(content).toString('base64') };
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
async function dropOn(page: Page, selector: string, files: readonly (string | Dragged)[]): Promise<boolean> {
  return drop(page, selector, await filesIn(page, files));
}

function drop(page: Page, selector: string, held: JSHandle<DataTransfer>): Promise<boolean> {
  return page.evaluate(
    ([dataTransfer, where]) => {
      const target = document.querySelector(where) ?? document.body;
      const event = (name: string) => new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true });
      return !target.dispatchEvent(event('dragover')) && !target.dispatchEvent(event('drop'));
    },
    [held, selector] as const,
  );
}

const undo = (page: Page) => toastsOn(page).getByRole('button', { name: 'Undo', exact: true }).click();

test('files that are dropped between two scenes of the timeline, or pasted, become scenes there', async ({ page }) => {
  await openPlanted(page, server.url, 0);
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

test('on the storyboard and the board files wait behind others, and sound becomes music', async ({ page }) => {
  const { projectId } = await openPlanted(page, server.url, 1);
  await page.getByRole('tab', { name: 'Storyboard' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('Out of Nowhere');
  const held = [await filesIn(page, ['A.mp4', 'B.mp4']), await filesIn(page, ['C.mp4'])];
  // The dialog comes with the first of them; what is dropped before it is there isn't lost.
  for (const files of held) expect(await drop(page, 'main', files)).toBe(true);
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('tab', { name: 'Scene Editor' }).click();
  for (const [index, letter] of ['A', 'B', 'C'].entries())
    await expect(page.getByRole('article', { name: `Scene ${index + 5}: ${letter}` })).toBeVisible();
  await toastsOn(page).getByText('3 scenes added').waitFor();
  expect(await dropOn(page, 'article', ['D.mp4', 'E.mp4'])).toBe(true);
  await expect(page.getByRole('article', { name: 'Scene 9: E' })).toBeVisible();
  await toastsOn(page).getByText('2 scenes added').waitFor();

  const song = { name: 'Song.wav', type: 'audio/wav', bytes: swellingWav({ seconds: 3 }) };
  const audio = async (): Promise<string[]> => {
    const project: Project = await (await page.request.get(`${server.url}/api/projects/${projectId}`)).json();
    return project.audio.map(({ kind, name, startSeconds }) => `${kind} ${name} ${startSeconds}`);
  };
  expect(await dropOn(page, 'article', [song])).toBe(true);
  await expect(toastsOn(page).getByText('Music added', { exact: true })).toBeVisible();
  await expect.poll(audio).toEqual(['music Song 0']);
  await undo(page);
  await expect.poll(audio).toEqual([]);
  expect(await dropOn(page, 'article', [song, 'Shore.mp4'])).toBe(true);
  await expect(page.getByRole('article', { name: /: Shore$/ })).toBeVisible();
  await expect.poll(audio).toEqual(['music Song 0']);
});

test('pictures and clips that come one by one become scenes in order; what is a scene when somebody leaves can be undone', async ({
  page,
}, testInfo) => {
  await openPlanted(page, server.url, 2);
  const article = (name: string) => page.getByRole('article', { name });
  const dialog = page.getByRole('dialog', { name: 'Add Custom Scene' });
  const add = (name: string) => dialog.getByRole('button', { name, exact: true });

  await test.step('by the button at the foot', async () => {
    const photo = testInfo.outputPath('photo.png');
    await ffmpeg(['-f', 'lavfi', '-i', 'testsrc2=size=640x360:duration=1', '-frames:v', '1', photo]);
    // A picture is known by its bytes: neither its name nor its type tells.
    const harbor = { name: 'Harbor', type: '', bytes: await readFile(photo) };
    expect(await dropOn(page, 'article', ['Before.mp4', harbor])).toBe(true);
    await expect(add('Add as 2 Scenes')).toBeInViewport();
    await expect(dialog.getByLabel('Length of each picture in seconds')).toBeInViewport();
    await expect(add('Add Scene')).toHaveCount(0);
    await checkWithAxe(page, 'dialog for chosen files', [PHONE, DESKTOP]);
    await dialog.getByLabel('Title').fill('Not lost');
    expect(await dropOn(page, '[role=dialog] textarea', ['After.mp4'])).toBe(true);
    await expect(dialog.getByLabel('Title')).toHaveValue('Not lost');
    await add('Add as 3 Scenes').click();
    await expect(page.getByText('3 scenes added')).toBeVisible();
    // The words of another scene are still there.
    await expect(dialog.getByLabel('Title')).toHaveValue('Not lost');
    await expect(add('Add Scene')).toBeDisabled();
    await page.keyboard.press('Escape');
    for (const [index, title] of ['Before', 'Harbor', 'After'].entries())
      await expect(article(`Scene ${index + 5}: ${title}`)).toBeVisible();
  });

  await test.step('left while the second is taken in', async () => {
    // Without the notice of the three.
    await page.reload();
    await expect(page.getByRole('article')).toHaveCount(7);
    expect(await dropOn(page, 'article', ['Quick.mp4', { name: 'Long.mp4', zeros: 200_000_000 }])).toBe(true);
    await expect(page.getByRole('article', { includeHidden: true })).toHaveCount(8);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await undo(page);
    await expect(page.getByRole('article')).toHaveCount(7);
  });

  await test.step('where nothing takes files, the browser doesn’t open them either', async () => {
    await page.getByRole('button', { name: 'Export Movie' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await dropOn(page, '[role=dialog]', ['After.mp4'])).toBe(true);
    await expect(dialog).toHaveCount(0);
  });
});
