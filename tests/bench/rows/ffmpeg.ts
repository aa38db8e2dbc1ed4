/** ffmpeg as a process of its own: joined without encoding, and decoded, joined and encoded. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askedBitrate } from '../asked-bitrate.ts';
import { BENCH_VIDEO, ENLARGED } from '../bench-window.ts';
import { ownProcessorSeconds, watchProcess } from '../process-memory.ts';
import { hourOfSound } from './own-material.ts';
import type { BenchRow, Measure } from './row.ts';

export const ffmpegRows: BenchRow[] = [
  { name: 'ffmpeg-copy', title: 'ffmpeg -c copy', run: ({ clips }) => measureFfmpeg(clips, copyArgs) },
  encodingRow('ultrafast'),
  encodingRow('veryfast'),
  {
    name: 'ffmpeg-1080p',
    title: 'ffmpeg veryfast, to 1080p',
    run: async ({ clips }) => await measureFfmpeg(clips, enlargeArgs(await askedBitrate(clips, ENLARGED))),
  },
];

/** What mixing and measuring sound take. */
export const ffmpegSoundRows: BenchRow[] = [
  { name: 'ffmpeg-ten-pieces', title: 'ffmpeg, 10 pieces mixed', run: ({ clips }) => measureFfmpeg(clips, mixArgs) },
  {
    name: 'ffmpeg-waveform',
    title: 'ffmpeg ebur128 of an hour',
    isAskedFor: true,
    run: ({ clips }) => measureFfmpeg(clips, measureHourArgs),
  },
];

/** Arguments for some clips; `folder` is for files that ffmpeg shall read. */
type Args = (clips: readonly string[], folder: string) => Promise<string[]> | string[];

function encodingRow(preset: string): BenchRow {
  return {
    name: `ffmpeg-${preset}`,
    title: `ffmpeg libx264 ${preset}`,
    run: ({ clips, bitrateBps }) => measureFfmpeg(clips, (inputs) => encodeArgs(inputs, preset, bitrateBps)),
  };
}

async function copyArgs(clips: readonly string[], folder: string): Promise<string[]> {
  const list = join(folder, 'clips.txt');
  await writeFile(list, clips.map((path) => `file '${path}'\n`).join(''));
  return ['-f', 'concat', '-safe', '0', '-i', list, '-c', 'copy'];
}

const PIECES = 10;

/** Pictures are copied, and the clips' sound is mixed with ten of them again and again. */
async function mixArgs(clips: readonly string[], folder: string): Promise<string[]> {
  const joined = (await copyArgs(clips, folder)).slice(0, -2);
  const pieces = Array.from({ length: PIECES }, (_, index) => [
    ...['-stream_loop', '-1', '-itsoffset', String(index / 4), '-i', clips[index % clips.length] ?? ''],
  ]);
  const quiet = pieces.map((_, index) => `[${index + 1}:a]volume=-12dB[m${index}];`).join('');
  const inputs = pieces.map((_, index) => `[m${index}]`).join('');
  const graph = `${quiet}[0:a]${inputs}amix=inputs=${PIECES + 1}:duration=first:normalize=0[a]`;
  const output = ['-map', '0:v', '-map', '[a]', '-c:v', 'copy', '-c:a', 'aac'];
  return [...joined, ...pieces.flat(), '-filter_complex', graph, ...output];
}

/** Decodes it and measures peaks and loudness; the file that it writes has a second of it. */
async function measureHourArgs(): Promise<string[]> {
  const graph = '[0:a]ebur128=peak=sample,asplit[a][b];[b]anullsink;[a]atrim=duration=1[c]';
  return ['-i', await hourOfSound(), '-filter_complex', graph, '-map', '[c]', '-c:a', 'aac'];
}

/** What the server's export does, by hand: pictures are made larger and encoded, sound is copied. */
function enlargeArgs(bitrateBps: number): Args {
  const scale = `scale=${ENLARGED.width}:${ENLARGED.height}:flags=bilinear`;
  const encoded = ['-vf', scale, '-c:v', 'libx264', '-preset', 'veryfast', '-b:v', String(bitrateBps), '-c:a', 'copy'];
  return async (clips, folder) => [...(await copyArgs(clips, folder)).slice(0, -2), ...encoded];
}

function encodeArgs(clips: readonly string[], preset: string, bitrateBps: number): string[] {
  const { width, height } = BENCH_VIDEO;
  const joined = clips.map((_, index) => `[${index}:v][${index}:a]`).join('');
  const graph = `${joined}concat=n=${clips.length}:v=1:a=1[j][a];[j]scale=${width}:${height}:flags=bilinear[v]`;
  return [
    ...clips.flatMap((path) => ['-i', path]),
    ...['-filter_complex', graph, '-map', '[v]', '-map', '[a]'],
    ...['-c:v', 'libx264', '-preset', preset, '-b:v', String(bitrateBps), '-c:a', 'aac'],
  ];
}

async function measureFfmpeg(clips: readonly string[], argsOf: Args): Promise<Measure> {
  const folder = await mkdtemp(join(tmpdir(), 'storyreel-bench-'));
  try {
    const movie = join(folder, 'movie.mp4');
    const args = ['-v', 'error', '-nostdin', '-y', ...(await argsOf(clips, folder)), '-movflags', '+faststart', movie];
    const [startedMs, spentBefore] = [performance.now(), ownProcessorSeconds()];
    const child = spawn('ffmpeg', args, { stdio: ['ignore', 'ignore', 'inherit'] });
    const watch = watchProcess(child.pid ?? 0);
    const [code] = await once(child, 'close');
    const seconds = (performance.now() - startedMs) / 1000;
    watch.stop();
    if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
    return {
      seconds,
      checkedSeconds: null,
      processorSeconds: ownProcessorSeconds() - spentBefore,
      peakBytes: watch.peak(),
      copiedPeakBytes: null,
      sizeBytes: (await stat(movie)).size,
      note: 'a process of its own',
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
