/** The demo studio's files: one mood for each picture that is told of, within the bytes that they may take. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { pictures } from '#edge-api/providers/text-model/demo/picture-words.ts';
import { readManifest } from '#edge-api/providers/video-model/demo/master-files.ts';
import { mastersOnDisk } from '#edge-api/providers/video-model/demo/masters-on-disk.ts';

const folder = fileURLToPath(new URL('../../../edge-api/demo-masters/', import.meta.url));
/** What a newcomer downloads before the first movie. */
const MOST_BYTES = 20_000_000;

it('every picture that scenes are told of is there, in both ratios, with its frames', async () => {
  const { moods } = await readManifest(mastersOnDisk(folder));
  expect(moods.map(({ id }) => id).toSorted()).toEqual(pictures.map(({ id }) => id).toSorted());
  for (const { id, clips, extended } of moods) {
    expect([id, new Set(clips.map(({ ratio }) => ratio)).size, extended.length]).toEqual([id, 2, 2]);
    for (const { file, firstFrame, lastFrames } of clips)
      for (const name of [file, firstFrame, ...Object.values(lastFrames)])
        expect([name, existsSync(folder + name)]).toEqual([name, true]);
  }
});

it('each picture has sentences enough for a movie of ten minutes, and no two say the same', () => {
  const lines = pictures.flatMap(({ seen }) => seen.map(([line]) => line));
  expect(new Set(lines).size).toBe(lines.length);
  for (const { id, seen } of pictures) expect([id, seen.length]).toEqual([id, 13]);
});

it('they all take no more than 20 MB', () => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(`${parentPath}/${name}`).size, 0);
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
});
