/** Random projects, each written by this browser and by the server. */
import { commands } from 'vitest/browser';
import fc from 'fast-check';
import type { MoviePlan, PlanAudio, PlanOverlay } from '#shared/movie/movie-plan.ts';
import { rangeOf } from '#shared/movie/range.ts';
import { musicBed, testId } from '#tests/helpers/rows.ts';
import type { ClipSpec } from '#tests/helpers/clips/clip-spec.ts';
import type { OddClipName } from '#tests/helpers/clips/odd-clips.ts';
import type { MusicKind, TwinLikeness } from './commands/server-movie.ts';
import { clip, fileAt, hashOf, makeMovie, overlay, P1080, P360, P720, type SceneSpec } from './media-movie.ts';
import { oddClip } from './odd-clip-cases.ts';

/** So that what is compared is not the encoders' own loss. */
export const BITRATE_SCALE = 4;

export const MAGENTA = '#FF00FF';
const TEXTS = [
  'Storyreel',
  'Вечер в горах',
  'Καλημέρα κόσμε',
  'Chào buổi sáng',
  'Zażółć gęślą jaźń',
  'Two lines\nof text',
];
const P480: typeof P720 = { width: 854, height: 480, format: 'mp4', label: '480p' };
const UPRIGHT: typeof P720 = { width: 720, height: 1280, format: 'mp4', label: '720p' };

export type Project = {
  /** Each with its clip: a look-alike, or one that people have. */
  scenes: { spec: ClipSpec | OddClipName; scene: Omit<SceneSpec, 'file' | 'number'> }[];
  target: typeof P720;
  levelling: boolean;
  /** Shares of the movie, where a range of it is exported. */
  range?: { from: number; to: number } | null;
  music: { seconds: number; gainDb: number; kind: MusicKind; duckDb?: number; isPlaced?: boolean } | null;
};

const textOf = fc.record({
  text: fc.constantFrom(...TEXTS),
  fontSize: fc.integer({ min: 24, max: 96 }),
  position: fc.oneof(
    fc.constantFrom('top' as const, 'center' as const, 'bottom' as const),
    fc.record({ x: fc.integer({ min: 20, max: 80 }), y: fc.integer({ min: 20, max: 80 }) }),
  ),
  from: fc.integer({ min: 0, max: 20 }),
  style: fc.constantFrom(
    {},
    { bold: true, shadow: true },
    { outline: true, align: 'left' as const },
    { box: true, align: 'right' as const, bold: true },
  ),
  fadeIn: fc.constantFrom(0, 0, 0.8),
  fadeOut: fc.constantFrom(0, 1.2),
});

const sceneOf = fc.record({
  ratio: fc.constantFrom('16:9' as const, '16:9' as const, '9:16' as const),
  fps: fc.constantFrom(24 as const, 24 as const, 30 as const),
  sound: fc.constantFrom('click-track' as const, 'tone' as const, 'none' as const),
  /** Of an extended scene the clip is longer, and holds what was made before. */
  seconds: fc.constantFrom(4, 4, 8),
  trim: fc.record({ start: fc.integer({ min: 0, max: 30 }), length: fc.integer({ min: 40, max: 80 }) }),
  isTrimmed: fc.boolean(),
  text: fc.option(textOf, { freq: 2 }),
  gainDb: fc.constantFrom(0, 0, -6, 4),
  muted: fc.constantFrom(false, false, false, true),
  transition: fc.constantFrom(
    null,
    null,
    { kind: 'crossfade' as const, seconds: 0.5, sound: true },
    { kind: 'crossfade' as const, seconds: 0.5, sound: false },
    { kind: 'fade-black' as const, seconds: 1, sound: true },
    { kind: 'fade-black' as const, seconds: 1, sound: false },
  ),
  fadeInSeconds: fc.constantFrom(0, 0, 0.5),
  fadeOutSeconds: fc.constantFrom(0, 0, 1),
});

export const projects: fc.Arbitrary<Project> = fc
  .record({
    scenes: fc.array(sceneOf, { minLength: 1, maxLength: 3 }),
    target: fc.constantFrom(
      P360,
      P480,
      P720,
      UPRIGHT,
      { ...P360, format: 'webm' as const },
      { ...P480, format: 'webm' as const },
      P1080,
    ),
    levelling: fc.constantFrom(false, false, true),
    range: fc.option(
      fc.record({
        from: fc.double({ min: 0, max: 0.4, noNaN: true }),
        to: fc.double({ min: 0.6, max: 1, noNaN: true }),
      }),
      { freq: 2 },
    ),
    music: fc.option(
      fc.record({
        seconds: fc.constantFrom(2, 6),
        gainDb: fc.constantFrom(-12, -3),
        kind: fc.constantFrom('wav' as const, 'mp3' as const, 'm4a' as const, 'flac' as const),
        duckDb: fc.constantFrom(0, 12),
        isPlaced: fc.boolean(),
      }),
      { freq: 3 },
    ),
  })
  .map(({ scenes, ...rest }) => ({
    ...rest,
    scenes: scenes.map((row, index) => {
      const { ratio, fps, sound, seconds, trim, isTrimmed, text, ...heard } = row;
      const overlays: PlanOverlay[] =
        text === null
          ? []
          : [
              overlay(text.text, text.from / 24, 8, {
                fontSize: text.fontSize,
                position: text.position,
                color: MAGENTA,
                style: text.style,
                fadeInUs: text.fadeIn * 1_000_000,
                fadeOutUs: text.fadeOut * 1_000_000,
              }),
            ];
      const spec: ClipSpec = { seconds, size: '360p', ratio, fps, sound, sceneNumber: 11 + index };
      const outFrame = Math.min(trim.start + trim.length, seconds * fps);
      const played = isTrimmed ? { inFrame: trim.start, outFrame } : {};
      return { spec, scene: { ...played, overlays, ...heard } };
    }),
  }));

/** Looped under the whole movie, or a part of it placed somewhere. */
function piecesOf(
  { gainDb, duckDb = 0, isPlaced = false }: NonNullable<Project['music']>,
  mediaId: string,
): PlanAudio[] {
  const bed = musicBed({ mediaId, gainDb, duckDb, fadeInSeconds: 0.5, fadeOutSeconds: 0.5 });
  if (!isPlaced) return [bed];
  const part = { ...bed, startSeconds: 0.7, inSeconds: 0.35, outSeconds: 1.6, loop: false };
  return [part, { ...part, id: testId(701), kind: 'voice', startSeconds: 1.9, outSeconds: 1.1 }];
}

async function clipOf(spec: ClipSpec | OddClipName): Promise<{ file: Blob; path: string }> {
  if (typeof spec === 'string') return await oddClip(spec);
  return { file: await clip(spec), path: await commands.clipFile(spec) };
}

/** Writes a project in both places. */
export async function twinOf(
  { scenes, target, levelling, music, range = null }: Project,
  textFrames: number[] = [],
): Promise<TwinLikeness> {
  const specs: SceneSpec[] = [];
  const paths: Record<string, string> = {};
  for (const [index, { spec, scene }] of scenes.entries()) {
    const { file, path } = await clipOf(spec);
    specs.push({ ...scene, file, number: index + 1 });
    paths[await hashOf(file)] = path;
  }
  const tune = music === null ? null : await commands.musicFile(music.seconds, music.kind);
  const file = tune === null ? null : await fileAt(tune);
  // What was rendered of a piece of music is kept by its hash.
  const sha256 = file === null ? '' : await hashOf(file);
  const change = (plan: MoviePlan): MoviePlan => {
    const whole = { ...plan, levelling, audio: music === null ? [] : piecesOf(music, sha256) };
    const frameAt = (share: number): number => Math.round(share * whole.frameCount);
    return range === null ? whole : rangeOf(whole, { fromFrame: frameAt(range.from), toFrame: frameAt(range.to) });
  };
  const movie = await makeMovie(specs, target, {
    change,
    bitrateScale: BITRATE_SCALE,
    ...(file === null ? {} : { music: file }),
  });
  return await commands.compareWithServer({
    plan: movie.plan,
    target,
    paths,
    ...(tune === null ? {} : { music: tune }),
    movie: movie.base64,
    bitrateScale: BITRATE_SCALE,
    textFrames,
  });
}
