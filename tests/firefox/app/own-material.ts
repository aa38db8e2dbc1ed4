/** Material of a person's own, and how it is given to the page. */
import { copyFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clipPath } from '#tests/helpers/clips/make-clip.ts';
import { oddClipPath } from '#tests/helpers/clips/odd-clips.ts';
import { ffmpeg } from '#tests/helpers/clips/run-ffmpeg.ts';
import type { FirefoxApp } from './open-app.ts';

/** Files are given to the field that the button opens. */
export async function give({ page }: FirefoxApp, label: string, ...paths: string[]): Promise<void> {
  const field = await page.waitForSelector(`input[type=file][aria-label="${label}"]`);
  await field?.uploadFile(...paths);
}

/** Paths; `phone` is of HEVC, and all but the clip are in the folder, which the caller removes. */
export type Material = { folder: string; clip: string; picture: string; music: string; phone: string };

export async function bringMaterial(clipSeconds: number): Promise<Material> {
  const folder = await mkdtemp(join(tmpdir(), 'storyreel-firefox-own-'));
  const inFolder = (name: string): string => join(folder, name);
  const [picture, music, phone] = [inFolder('Harbor.jpg'), inFolder('Waltz.wav'), inFolder('Phone.mov')];
  const clip = await clipPath({ seconds: clipSeconds, sceneNumber: 9 });
  await ffmpeg(['-i', clip, '-frames:v', '1', '-q:v', '2', picture]);
  await ffmpeg(['-f', 'lavfi', '-i', 'sine=frequency=440:duration=12', '-ac', '2', music]);
  await copyFile(await oddClipPath('HEVC of a phone'), phone);
  return { folder, clip, picture, music, phone };
}
