/** Files that ffmpeg muxed get the form of the model's clips. */
import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { normaliseMp4 } from '#scripts/render-demo-masters/normalise-mp4.ts';
import { boxesIn } from '#shared/mp4/boxes.ts';
import { blobSource, viewOf } from '#shared/mp4/byte-source.ts';
import { readMp4Index } from '#shared/mp4/read-index.ts';
import { ffmpeg } from '#tests/helpers/clips/run-ffmpeg.ts';
import { indexOf, packetsOf, temporaryFolder, trackOf } from './media/mp4/mp4-files.ts';

const FORM = { frames: 96, framesPerSecond: 24 };
const masters = new URL('../../edge-api/demo-masters/clips/', import.meta.url);

async function muxed(to: string, seconds: number): Promise<string> {
  const picture = ['-f', 'lavfi', '-i', 'testsrc=s=128x72:r=24:d=4'];
  const sound = ['-f', 'lavfi', '-i', `sine=r=48000:d=${seconds}`];
  // Through milliseconds, as the masters went.
  const matroska = `${to}.mkv`;
  await ffmpeg([...picture, ...sound, '-c:v', 'libx264', '-bf', '2', '-c:a', 'aac', matroska]);
  await ffmpeg(['-i', matroska, '-c', 'copy', '-video_track_timescale', '12288', to]);
  return to;
}

describe('a muxed file', () => {
  test('has exact lengths and times behind it, and the packets that it had', async () => {
    await using folder = await temporaryFolder();
    const path = await muxed(folder.path('a.mp4'), 4.02);
    const file = normaliseMp4(await readFile(path), FORM);
    expect(Array.from(boxesIn(viewOf(file), 0, file.length), ({ type }) => type)).toEqual(['ftyp', 'mdat', 'moov']);
    const index = await readMp4Index(blobSource(new Blob([Uint8Array.from(file)])));
    const before = await indexOf(path);
    if (index === null) throw new Error('The file is no MP4');
    expect(index.durationTicks).toBe(4000);
    const [video, audio] = [trackOf(index, 'video'), trackOf(index, 'audio')];
    expect(video.edit).toEqual({ delayTicks: 0, startTicks: 1024, durationTicks: 4 * 12_288 });
    expect(audio.edit).toEqual({ delayTicks: 0, startTicks: 2048, durationTicks: 4 * 48_000 });
    const shown = packetsOf(video).map(({ pts }) => (pts - 1024) / 512);
    expect(shown.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 96 }, (_, frame) => frame));
    expect(packetsOf(audio).map(({ dts }) => dts)).toEqual(Array.from({ length: 190 }, (_, packet) => packet * 1024));
    const original = await readFile(path);
    for (const kind of ['video', 'audio'] as const) {
      const bytesOf = (from: Uint8Array, { pos, size }: { pos: number; size: number }): Buffer =>
        Buffer.from(from.subarray(pos, pos + size));
      const [old, now] = [packetsOf(trackOf(before, kind)), packetsOf(trackOf(index, kind))];
      expect(now.every((packet, at) => bytesOf(file, packet).equals(bytesOf(original, old[at] ?? packet)))).toBe(true);
    }
  });

  test('of another number of packets is refused', async () => {
    await using folder = await temporaryFolder();
    const file = await readFile(await muxed(folder.path('a.mp4'), 3));
    expect(() => normaliseMp4(file, FORM)).toThrow(/Expected 190 sound packets/);
  });
});

test('the masters are in that form already', async () => {
  const [name = ''] = (await readdir(masters)).filter((file) => file.endsWith('-720p.mp4'));
  const master = await readFile(new URL(name, masters));
  expect(master.equals(normaliseMp4(master, { frames: 360, framesPerSecond: 24 }))).toBe(true);
});
