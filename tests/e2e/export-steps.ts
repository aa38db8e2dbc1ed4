/** What tests of exports do again and again: the dialog, downloads, and the pictures of files. */
import { writeFile } from 'node:fs/promises';
import type { Download, Locator, Page } from '@playwright/test';
import { framemd5, probeFile } from '#tests/helpers/ffprobe.ts';
import { openProjectId, scenesOnServer } from './journey.ts';

export async function openDialog(page: Page, resolution: RegExp, format = /^MP4/): Promise<Locator> {
  await page.getByRole('button', { name: 'Export Movie' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export Movie' });
  await dialog.getByRole('radio', { name: format }).click();
  await dialog.getByRole('radio', { name: resolution }).click();
  return dialog;
}

export async function download(page: Page, button: string): Promise<Download> {
  const arriving = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click({ timeout: 120_000 });
  return arriving;
}

/** Hashes of the pictures of all clips, one clip after the other, as they are on the server. */
export async function picturesOfClips(
  page: Page,
  serverUrl: string,
  folder: (name: string) => string,
): Promise<string[]> {
  const pictures: string[] = [];
  for (const scene of await scenesOnServer(page, serverUrl, openProjectId(page))) {
    const path = folder(`clip-${scene.sceneNumber}.mp4`);
    await writeFile(path, await (await page.request.get(`${serverUrl}${scene.videoUrl}`)).body());
    pictures.push(...(await picturesOf(path)));
  }
  return pictures;
}

export async function picturesOf(path: string): Promise<string[]> {
  const video = (await probeFile(path)).video?.index;
  return (await framemd5(path)).filter(({ stream }) => stream === video).map(({ md5 }) => md5);
}
