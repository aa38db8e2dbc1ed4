/** The same movie exported in two tabs at once: each gets its file, whoever writes a kept stretch first. */
import { commands } from 'vitest/browser';
import { expect, test } from 'vitest';
import { SEGMENT_DIRECTORY } from '#media/export/segments/segment-store.ts';
import { overlay, P360 } from './media-movie.ts';
import { directoryOf, namesIn } from './opfs.ts';

const keptNames = async (): Promise<string[]> => namesIn(await directoryOf(SEGMENT_DIRECTORY));

test('both tabs get the movie, and its stretches are kept once', async () => {
  const before = await keptNames();
  const spec = { seconds: 4, size: '360p', sceneNumber: 61 } as const;
  const overlays = [overlay(`Two tabs ${crypto.randomUUID()}`, 0, 4)];
  const url = `/@fs${await commands.clipFile(spec)}`;
  const made = await commands.exportInTwoPages({
    scenes: [{ url, number: 61, overlays }],
    leavesOutSound: false,
    target: P360,
  });
  const whole = { ok: true, result: { verification: { frameCount: 96, comparedStretches: 1 } } };
  expect(made).toMatchObject([whole, whole]);
  // Nothing half-written is left beside it.
  const kept = (await keptNames()).filter((name) => !before.includes(name));
  expect(kept).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
});
