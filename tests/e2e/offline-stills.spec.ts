/** Pictures and title cards as scenes: made without the network, exported without it, and on the server afterward. */
import { rm } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { clipPath } from '#tests/helpers/clips/make-clip.ts';
import { readMarker } from '#tests/helpers/clips/marker.ts';
import { ffmpeg } from '#tests/helpers/clips/run-ffmpeg.ts';
import { decodeErrors, framesRgb, probeFile } from '#tests/helpers/ffprobe.ts';
import { checkWithAxe, PHONE } from './axe.ts';
import { download, openDialog } from './export-steps.ts';
import { untilAppIsKept, untilClipsAreKept } from './journey.ts';
import { openPlanted, servePlanted } from './planted.ts';

const server = servePlanted();

const SIZE = { width: 320, height: 180 };

test('a picture and a title card become scenes and part of an exported movie without the network', async ({
  page,
}, testInfo) => {
  const photo = testInfo.outputPath('Harbor.jpg');
  await ffmpeg(['-i', await clipPath({ seconds: 2, sceneNumber: 9 }), '-frames:v', '1', '-q:v', '2', photo]);
  const { projectId } = await openPlanted(page, server.url);
  await untilAppIsKept(page);
  await untilClipsAreKept(page, server.url);
  await page.context().setOffline(true);

  await test.step('the picture asks how it is to be shown, and becomes scene 5', async () => {
    await page.getByRole('button', { name: 'Add Custom Scene' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Choose Files').and(page.locator('input')).setInputFiles(photo);
    await checkWithAxe(page, 'dialog for a picture', [PHONE]);
    await dialog.getByLabel('Length of each picture in seconds').fill('0');
    await expect(dialog.getByText('Enter a length from 1 to 60 seconds.')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Add as a Scene' })).toBeDisabled();
    await dialog.getByLabel('Length of each picture in seconds').fill('3');
    await dialog.getByRole('button', { name: 'Add as a Scene' }).click();
    await expect(dialog).toBeHidden({ timeout: 60_000 });
    const card = page.getByRole('article', { name: 'Scene 5: Harbor' });
    await expect(card).toBeVisible();
    await expect(card.getByRole('button', { name: /Generate|Improve/ })).toHaveCount(0);
  });

  await test.step('the words of a title card become a text of scene 6', async () => {
    await page.getByRole('button', { name: 'Add Custom Scene' }).click();
    await page.getByRole('button', { name: 'Make a Title Card' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Title Card' });
    await expect(dialog.getByLabel('Words', { exact: true })).toBeFocused();
    await dialog.getByLabel('Words', { exact: true }).fill('The end');
    await dialog.getByRole('radio', { name: 'Ember' }).check();
    await dialog.getByLabel('Length in seconds').fill('2');
    await checkWithAxe(page, 'dialog for a title card', [PHONE]);
    await dialog.getByRole('button', { name: 'Add Scene' }).click();
    await expect(dialog).toBeHidden({ timeout: 60_000 });
    await expect(page.getByRole('article', { name: 'Scene 6: The end' })).toBeVisible();
  });

  await test.step('both are set otherwise afterward, and one step takes it back', async () => {
    const photoCard = page.getByRole('article', { name: 'Scene 5: Harbor' });
    await photoCard.getByRole('button', { name: 'Edit scene 5' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Scene 5' });
    await expect(dialog.getByLabel('Length in seconds')).toHaveValue('3');
    await checkWithAxe(page, 'dialog of a picture’s settings', [PHONE]);
    await dialog.getByLabel('Length in seconds').fill('4');
    await dialog.getByRole('switch', { name: 'Slow push-in' }).click();
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect(dialog).toBeHidden({ timeout: 60_000 });
    await expect(photoCard.getByText('0:04')).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect(photoCard.getByText('0:03')).toBeVisible();
    await page.keyboard.press('Control+Shift+z');
    await expect(photoCard.getByText('0:04')).toBeVisible();
    await page.getByRole('article', { name: 'Scene 6: The end' }).getByRole('button', { name: 'Edit scene 6' }).click();
    const card = page.getByRole('dialog', { name: 'Edit Scene 6' });
    await card.getByLabel('Words', { exact: true }).fill('The very end');
    await card.getByRole('radio', { name: 'Moss' }).check();
    await card.getByRole('button', { name: 'Save Changes' }).click();
    await expect(card).toBeHidden({ timeout: 60_000 });
  });

  await test.step('the exported file has both, to the frame', async () => {
    const dialog = await openDialog(page, /^As made/);
    await dialog.getByRole('button', { name: 'Start Export' }).click();
    const movie = testInfo.outputPath('movie.mp4');
    await (await download(page, 'Download Export')).saveAs(movie);
    expect(await decodeErrors(movie)).toEqual([]);
    const { video } = await probeFile(movie);
    const count = (30 + 4 + 2) * 24;
    expect(Number(video?.nb_frames)).toBe(count);
    const [still = new Uint8Array(), title = new Uint8Array()] = await framesRgb(movie, [30 * 24, count - 24], SIZE);
    expect(readMarker(still, SIZE.width, SIZE.height)).toEqual({ scene: 9, frame: 0 });
    const [red = 0, green = 0, blue = 0] = title.subarray(0, 3);
    expect([Math.abs(red - 0x3f), Math.abs(green - 0x4d), Math.abs(blue - 0x36)].every((off) => off < 12)).toBe(true);
    expect(title.filter((value) => value > 230).length).toBeGreaterThan(300);
    await rm(movie);
  });

  await test.step('online again, both reach the server, and the text with its scene', async () => {
    await page.context().setOffline(false);
    const url = `${server.url}/api/projects/${projectId}/scenes`;
    const made = { source: 'clip', width: 1280 };
    const still = { settings: { seconds: 4, pushIn: false } };
    const harbor = { ...made, title: 'Harbor', frameCount: 96, still };
    const textOverlays = [{ text: 'The very end' }];
    const end = { ...made, title: 'The end', frameCount: 48, textOverlays, still: { picture: null } };
    await expect
      .poll(async () => (await page.request.get(url)).json(), { timeout: 60_000 })
      .toMatchObject([{}, {}, {}, {}, harbor, end]);
  });
});
