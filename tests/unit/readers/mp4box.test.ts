import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { boxesAt, readBoxes, type Mp4Box } from '#tests/helpers/clips/mp4-boxes.ts';
import { mp4Problems, readMp4 } from '#tests/helpers/readers/mp4box.ts';
import { FRAMES, smallClip } from './movies.ts';
import { temporaryFolder } from '../media/mp4/mp4-files.ts';

const TABLES = 'moov/trak/mdia/minf/stbl';

/** The problems of a clip after a change of its bytes. */
async function problemsAfter(change: (file: Buffer, box: (path: string) => Mp4Box) => void): Promise<string[]> {
  await using folder = await temporaryFolder();
  const file = await readFile(await smallClip(1));
  const boxes = readBoxes(file);
  change(file, (path) => {
    const [box] = boxesAt(boxes, path);
    if (box === undefined) throw new Error(`There is no box ${path}`);
    return box;
  });
  const path = folder.path('changed.mp4');
  await writeFile(path, file);
  return mp4Problems(await readMp4(path));
}

test('a sound file has no problems, and its boxes, samples and edits are told', async () => {
  const file = await readMp4(await smallClip(1));
  expect(mp4Problems(file)).toEqual([]);
  expect(file.boxes.map(([type]) => type)).toEqual(['ftyp', 'mdat', 'moov']);
  const [video, audio] = file.tracks;
  expect(video).toMatchObject({ kind: 'video', timescale: 12288, edits: [{ mediaTime: 1024 }] });
  expect(audio).toMatchObject({ kind: 'audio', codec: 'mp4a.40.2', timescale: 48000, edits: [{ mediaTime: 2048 }] });
  expect(video?.samples).toHaveLength(FRAMES);
  expect(video?.samples.filter(({ isSync }) => isSync)).toHaveLength(1);
  expect(video?.samples[1]).toMatchObject({ dts: 512, duration: 512, isSync: false });
});

test('a file that is no movie is refused', async () => {
  await using folder = await temporaryFolder();
  const path = folder.path('no-movie.mp4');
  await writeFile(path, '<html></html>');
  await expect(readMp4(path)).rejects.toThrow('no readable movie');
});

describe('a planted fault is found', () => {
  test('a box that nobody knows', async () => {
    const problems = await problemsAfter((file, box) => file.write('zzzz', box('moov/udta').start + 4, 'latin1'));
    expect(problems).toEqual(['box zzzz has no place in a movie file']);
  });

  test('a frame that is shown at another time', async () => {
    const problems = await problemsAfter((file, box) => {
      const at = box(`${TABLES}/ctts`).body + 8 + 4;
      file.writeUInt32BE(file.readUInt32BE(at) + 100, at);
    });
    expect(problems.join('\n')).toMatch(/track 1, shown sample 1: 412 units after the one before, not 512/);
  });

  test('a track that begins elsewhere than its edit', async () => {
    const problems = await problemsAfter((file, box) => file.writeUInt32BE(512, box('moov/trak/edts/elst').body + 12));
    expect(problems).toContain('track 1: begins at 1024, and its edit at 512');
  });

  test('an edit that is longer than its track', async () => {
    const problems = await problemsAfter((file, box) => file.writeUInt32BE(6000, box('moov/trak/edts/elst').body + 8));
    expect(problems).toEqual(['track 1: the edit is 2.0000 s longer than the track']);
  });

  test('decoding that does not go on', async () => {
    const problems = await problemsAfter((file, box) => file.writeUInt32BE(0, box(`${TABLES}/stts`).body + 12));
    expect(problems).toContain('track 1, sample 1: decoded at 0, not after 0');
  });

  test('chunks that lie outside of the media, or over one another', async () => {
    const outside = await problemsAfter((file, box) => file.writeUInt32BE(0, box(`${TABLES}/stco`).body + 8));
    expect(outside[0]).toMatch(/track 1, sample 0: lies outside of mdat/);
    const over = await problemsAfter((file, box) => {
      const chunks = box(`${TABLES}/stco`).body + 8;
      file.writeUInt32BE(file.readUInt32BE(chunks), chunks + 4);
    });
    expect(over.join('\n')).toMatch(/lies over the sample before it/);
  });

  test('media that no sample uses', async () => {
    const problems = await problemsAfter((file, box) => {
      const size = box(`${TABLES}/stsz`).body + 12 + (FRAMES - 1) * 4;
      file.writeUInt32BE(file.readUInt32BE(size) - 1, size);
    });
    expect(problems).toEqual(['mdat holds 1 bytes that no sample uses']);
  });
});
