/** The file that `<video>` is given, held against ffmpeg's reading of the clip that it was made from. */
import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { blobSource } from '#shared/mp4/byte-source.ts';
import { playbackFile } from '#shared/mp4/playback-file.ts';
import { convertedPath } from '#tests/helpers/clips/convert-clip.ts';
import { clipPath } from '#tests/helpers/clips/make-clip.ts';
import { OPEN_GROUP, TIME_FORMS } from '#tests/helpers/clips/odd-forms.ts';
import { readMp4 } from '#tests/helpers/readers/mp4box.ts';
import { runTool } from '#tests/helpers/clips/run-ffmpeg.ts';
import { placedPackets, temporaryFolder } from './mp4-files.ts';

const SMALL = { seconds: 8, size: '360p', sceneNumber: 7 } as const;

/** The bytes as a browser gets them; null where it gets the clip's own. */
async function playedBytes(path: string): Promise<Uint8Array | null> {
  const clip = await readFile(path);
  const { amended } = await playbackFile(blobSource(new Blob([clip])));
  return amended && Buffer.concat([amended.head, clip.subarray(amended.from, amended.to)]);
}

/** A check sum for each decoded picture or block of sound, without its time. */
async function decoded(path: string, kind: 'v' | 'a'): Promise<string[]> {
  const output = ['-map', `0:${kind}?`, '-fps_mode', 'passthrough', '-f', 'framemd5', '-'];
  const run = await runTool('ffmpeg', ['-v', 'error', '-i', path, ...output]);
  expect([run.code, run.stderr]).toEqual([0, '']);
  const lines = run.stdout.toString('utf8').split('\n');
  return lines.filter((line) => /^\d/.test(line)).map((line) => line.split(',').at(-1)?.trim() ?? '');
}

test('a clip as the model makes it is played as it is', async () => {
  expect(await playedBytes(await clipPath(SMALL))).toBeNull();
});

describe('a clip whose index would mislead', () => {
  const forms = Object.entries({ 'a key frame that is no IDR': OPEN_GROUP, ...TIME_FORMS });
  test.each(forms.filter(([name]) => !name.startsWith('negative')))(
    'by %s has the same pictures, from 0, and enters at IDRs alone',
    async (_, args) => {
      await using folder = await temporaryFolder();
      const path = await convertedPath(SMALL, args);
      const bytes = await playedBytes(path);
      if (bytes === null) throw new Error('Nothing was amended');
      const played = folder.path('played.mp4');
      await writeFile(played, bytes);
      const pictures = await decoded(played, 'v');
      expect(pictures).toHaveLength(192);
      expect(pictures).toEqual(await decoded(path, 'v'));
      const packets = await placedPackets(played, 'video', { honoursEdits: true });
      const times = packets.map(({ pts }) => pts).toSorted((a, b) => a - b);
      expect(times).toEqual(times.map((_time, frame) => frame * 512));
      const { tracks, complaints } = await readMp4(played);
      const samples = tracks.find(({ kind }) => kind === 'video')?.samples ?? [];
      expect(samples.flatMap(({ isSync }, at) => (isSync ? [at] : []))).toEqual([0]);
      expect(complaints).toEqual([]);
    },
  );

  test.each(['no edit list', 'an empty edit in front'])('by %s keeps sound beside its picture', async (name) => {
    await using folder = await temporaryFolder();
    const path = await convertedPath(SMALL, TIME_FORMS[name] ?? []);
    const bytes = await playedBytes(path);
    const played = folder.path('played.mp4');
    await writeFile(played, bytes ?? new Uint8Array());
    const firstOf = async (file: string, kind: 'video' | 'audio', scale: number): Promise<number> =>
      Math.min(...(await placedPackets(file, kind, { honoursEdits: true })).map(({ pts }) => pts)) / scale;
    const apart = async (file: string): Promise<number> =>
      (await firstOf(file, 'audio', 48_000)) - (await firstOf(file, 'video', 12_288));
    expect(Math.abs((await apart(played)) - (await apart(path)))).toBeLessThan(0.001);
  });
});

test('negative composition offsets are legal, and such a clip is played as it is', async () => {
  for (const name of ['negative composition offsets', 'negative composition offsets and no edit list'])
    expect(await playedBytes(await convertedPath(SMALL, TIME_FORMS[name] ?? []))).toBeNull();
});

test('what is no MP4 is left alone', async () => {
  expect(await playbackFile(blobSource(new Blob(['<!doctype html>'])))).toEqual({ codec: null, amended: null });
});
