/** The main job on the demo studio, from a first visit to a movie's file. */
import { basename } from 'node:path';
import { expect } from 'vitest';
import { decodeErrors, probeFile, type ProbedFile } from '#tests/helpers/ffprobe.ts';
import { UNTIL_QUIET, type FirefoxApp } from './open-app.ts';

/** Until an encoded movie is there. */
const EXPORT_MS = 300_000;

/** To a movie whose scenes all have clips. */
export async function makeMovie({ page, server, press, fill, see }: FirefoxApp): Promise<void> {
  await page.goto(`${server.url}/`, UNTIL_QUIET);
  await press('button', 'Get Started');
  await fill('E-mail', 'ines@example.org');
  await fill('First name', 'Ines');
  await fill('Last name', 'Moreau');
  await press('button', 'Sign in');
  await press('button', 'Try the demo studio — no key, no cost');
  await press('button', /^(Create Your First Project|New Project)$/);
  await fill('Title', 'The Glass Lighthouse');
  await fill('Description', 'A harbour town has forgotten its lighthouse. At night the tower glows again.');
  await press('button', /^Drama/);
  await press('slider', /./);
  await page.keyboard.press('Home');
  await press('button', 'Create Project');
  await see('Generate Videos');
  await press('button', 'Generate Videos');
  await press('button', 'Start Generation');
  await press('button', 'Continue Editing');
}

/** Exports in the size that is named so; what is said meanwhile is seen. @returns what the file was found to be, which decodes without an error */
export async function exportMovie(
  { press, see, downloaded }: FirefoxApp,
  size: RegExp,
  said?: string,
): Promise<ProbedFile> {
  await press('button', 'Export Movie');
  await press('radio', size);
  await press('button', 'Start Export');
  if (said !== undefined) await see(said, EXPORT_MS);
  await see('Download Export', EXPORT_MS);
  const path = await downloaded(() => press('button', 'Download Export'));
  // Firefox numbers a second file of one name.
  expect(basename(path)).toMatch(/^The-Glass-Lighthouse(\(1\))?\.mp4$/);
  expect(await decodeErrors(path)).toEqual([]);
  const probed = await probeFile(path);
  expect(probed).toMatchObject({ video: { codec_name: 'h264' }, audio: { codec_name: 'aac' } });
  return probed;
}

/** Holds the file against the demo studio's movie of 30 s. */
export function expectWhole({ video, format }: ProbedFile, size: { width: number; height: number }): void {
  expect(video).toMatchObject(size);
  expect(Math.abs((format.duration ?? 0) - 30)).toBeLessThanOrEqual(1 / 24);
}
