/** Files of many makes that people bring: what ffmpeg makes them by, and what may have happened to them since. */
import fc from 'fast-check';
import type { OwnFileKind } from '#shared/entities/own-file.ts';
import { damages, type Damage } from './damage.ts';

export type OddOwnFile = {
  kind: OwnFileKind;
  ending: string;
  /** Of ffmpeg, between a clip of two seconds and the file. */
  args: string[];
  /** Null for a whole file. */
  damage: Pick<Damage, 'kind' | 'at' | 'length'> | null;
  /** Whole, it is used and not refused: every browser that tests run in takes it. */
  isUsual: boolean;
};

type Make = { ending: string; args: string[]; isUsual: boolean };

const CLIP_MAKES: readonly Make[] = [
  { ending: 'mp4', args: ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac'], isUsual: true },
  { ending: 'mov', args: ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'pcm_s16le'], isUsual: true },
  { ending: 'mkv', args: ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'libopus'], isUsual: true },
  { ending: 'webm', args: ['-c:v', 'libvpx', '-c:a', 'libvorbis'], isUsual: true },
  { ending: 'webm', args: ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-c:a', 'libopus'], isUsual: true },
  { ending: 'mp4', args: ['-c:v', 'libx264', '-bf', '3', '-g', '12', '-an'], isUsual: true },
  { ending: 'mp4', args: ['-c:v', 'libx265', '-tag:v', 'hvc1', '-an'], isUsual: false },
  { ending: 'mov', args: ['-c:v', 'prores_ks', '-an'], isUsual: false },
  { ending: 'mp4', args: ['-c:v', 'mpeg4', '-c:a', 'libmp3lame'], isUsual: false },
  { ending: 'avi', args: ['-c:v', 'mpeg4', '-an'], isUsual: false },
  { ending: 'ts', args: ['-c:v', 'libx264', '-c:a', 'aac'], isUsual: false },
];
const PICTURE_MAKES: readonly Make[] = [
  { ending: 'jpg', args: ['-q:v', '4'], isUsual: true },
  { ending: 'png', args: [], isUsual: true },
  { ending: 'png', args: ['-pix_fmt', 'rgb48be'], isUsual: true },
  { ending: 'webp', args: [], isUsual: true },
  { ending: 'avif', args: ['-c:v', 'libaom-av1', '-still-picture', '1', '-cpu-used', '8'], isUsual: true },
  { ending: 'gif', args: [], isUsual: false },
  { ending: 'tiff', args: [], isUsual: false },
  { ending: 'bmp', args: [], isUsual: false },
];
const SOUND_MAKES: readonly Make[] = [
  { ending: 'mp3', args: ['-c:a', 'libmp3lame'], isUsual: true },
  { ending: 'wav', args: ['-c:a', 'pcm_s16le'], isUsual: true },
  { ending: 'wav', args: ['-c:a', 'pcm_s24le'], isUsual: true },
  { ending: 'flac', args: [], isUsual: true },
  { ending: 'm4a', args: ['-c:a', 'aac'], isUsual: true },
  { ending: 'aac', args: ['-c:a', 'aac'], isUsual: true },
  { ending: 'ogg', args: ['-c:a', 'libvorbis'], isUsual: true },
  { ending: 'opus', args: ['-c:a', 'libopus', '-ar', '48000'], isUsual: true },
  { ending: 'aiff', args: [], isUsual: false },
  { ending: 'ac3', args: ['-ar', '48000'], isUsual: false },
];

const damage = fc.option(
  damages.map(({ kind, at, length }) => ({ kind, at, length })),
  { freq: 2, nil: null },
);
/** Even, as most encoders want it. */
const side = fc.integer({ min: 40, max: 480 }).map((half) => half * 2);

const clips = fc
  .record({
    make: fc.constantFrom(...CLIP_MAKES),
    width: side,
    height: side,
    fps: fc.constantFrom('10', '24', '30000/1001', '50'),
    damage,
  })
  .map(({ make, width, height, fps, damage: happened }): OddOwnFile => {
    const shape = ['-vf', `scale=${width}:${height}`, '-r', fps];
    return {
      kind: 'clip',
      ending: make.ending,
      args: [...shape, ...make.args],
      damage: happened,
      isUsual: make.isUsual,
    };
  });
const pictures = fc
  .record({
    make: fc.constantFrom(...PICTURE_MAKES),
    width: fc.integer({ min: 1, max: 2_000 }),
    height: fc.integer({ min: 1, max: 2_000 }),
    damage,
  })
  .map(({ make, width, height, damage: happened }): OddOwnFile => {
    const shape = ['-frames:v', '1', '-vf', `scale=${width}:${height}`];
    return {
      kind: 'picture',
      ending: make.ending,
      args: [...shape, ...make.args],
      damage: happened,
      isUsual: make.isUsual,
    };
  });
const sounds = fc
  .record({
    make: fc.constantFrom(...SOUND_MAKES),
    rate: fc.constantFrom('22050', '44100', '48000'),
    channels: fc.constantFrom('1', '2'),
    damage,
  })
  .map(({ make, rate, channels, damage: happened }): OddOwnFile => {
    const shape = ['-vn', '-ar', rate, '-ac', channels];
    return {
      kind: 'sound',
      ending: make.ending,
      args: [...shape, ...make.args],
      damage: happened,
      isUsual: make.isUsual,
    };
  });

export const oddOwnFiles = { clip: clips, picture: pictures, sound: sounds } satisfies Record<OwnFileKind, unknown>;
