/** Encodes what a plan has to be encoded, and tells which scene is to blame where that fails. */
import { join } from 'node:path';
import { sameBytes } from '#shared/bytes.ts';
import { resolvedTags } from '#shared/color/color-tags.ts';
import type { EncodedVideo, ExportPlan } from '#shared/export-plan/plan-types.ts';
import type { Fingerprint } from '#shared/join/fingerprint.ts';
import type { MoviePlan, PlanScene } from '#shared/movie/movie-plan.ts';
import { codecName } from '#shared/words/codec-words.ts';
import { MovieWriteError, type DrawnText } from '../port.ts';
import { writerWords } from '../words.ts';
import { wideFilters } from './color-filters.ts';
import { countFrames } from './count-frames.ts';
import { drawTexts } from './draw-texts.ts';
import { encodeVideo } from './encode-video.ts';
import type { OpenClip } from './open-clips.ts';
import type { ServerEncoder } from './prepare.ts';
import { FfmpegError, type Ffmpeg } from './run-ffmpeg.ts';

export type EncodeStretches = {
  ffmpeg: Ffmpeg;
  movie: MoviePlan;
  plan: ExportPlan;
  clips: readonly OpenClip[];
  encoder: ServerEncoder;
  drawnTexts: readonly DrawnText[];
  fontFolder: string;
  onFrames: (frames: number) => void;
};

/** A run of ffmpeg, and the stretches whose packets it wrote one behind the other. */
export type EncodedFile = { path: string; stretches: readonly EncodedVideo[] };

export type EncodedStretches = { files: EncodedFile[]; samples: Map<EncodedVideo, Fingerprint> };

/** Stretches of one run: each opens its clip's decoder for as long as the run lasts. */
const MOST_STRETCHES = 24;

/** @throws MovieWriteError, the file system's error, or an AbortError */
export async function encodeStretches(job: EncodeStretches): Promise<EncodedStretches> {
  const { ffmpeg, movie, plan, clips, encoder, onFrames } = job;
  const stretches = plan.video.filter((stretch) => stretch.kind === 'encode');
  const texts = await drawTexts(
    { ...job, frame: plan.target, matrix: plan.color.matrix },
    writtenScenes(movie, stretches),
  );
  const source = {
    movie,
    plan,
    clips: clips.map(({ facts, source: { path } }) => ({ facts, path })),
    textOf: (scene: number, overlay: number) => texts.get(`${scene}/${overlay}`) ?? null,
  };
  const result: EncodedStretches = { files: [], samples: new Map() };
  let done = 0;
  for (let at = 0; at < stretches.length; at += MOST_STRETCHES) {
    const batch = stretches.slice(at, at + MOST_STRETCHES);
    const path = join(ffmpeg.folder, `encoded-${at}.mp4`);
    const from = done;
    const work = {
      ffmpeg,
      source,
      settings: encoder.settings,
      stretches: batch,
      path,
      onFrames: (frames: number) => onFrames(from + frames),
    };
    const samples = await encodeVideo(work).catch(async (error: unknown) => {
      throw error instanceof FfmpegError ? await blamed(job, batch, error) : error;
    });
    if (samples.length !== batch.length) throw await blamed(job, batch, new FfmpegError('frames are missing'));
    batch.forEach((stretch, index) => {
      const sample = samples[index];
      if (sample !== undefined) result.samples.set(stretch, sample);
    });
    result.files.push({ path, stretches: batch });
    done += batch.reduce((sum, { frameCount }) => sum + frameCount, 0);
  }
  return result;
}

/** Scenes of which something is encoded, with their positions. */
function writtenScenes(
  { scenes }: MoviePlan,
  stretches: readonly EncodedVideo[],
): { index: number; scene: PlanScene }[] {
  const indexes = new Set(stretches.flatMap(({ scene, isCrossfade }) => (isCrossfade ? [scene, scene + 1] : [scene])));
  return [...indexes].flatMap((index) => {
    const scene = scenes[index];
    return scene === undefined ? [] : [{ index, scene }];
  });
}

/** The failure of a run, as that of the scene whose clip doesn't decode; else as the encoder's. */
export async function blamed(
  { ffmpeg, movie, clips }: Pick<EncodeStretches, 'ffmpeg' | 'movie' | 'clips'>,
  stretches: readonly EncodedVideo[],
  error: FfmpegError,
): Promise<MovieWriteError> {
  for (const { index, scene } of writtenScenes(movie, stretches)) {
    const clip = clips[index];
    if (clip === undefined) continue;
    if (WIDE_FILTERS.test(error.words) && isWide(clip)) {
      const { sceneNumber: number } = scene;
      return new MovieWriteError(writerWords.wideColor({ number }), number, { cause: error });
    }
    const frames = await countFrames(ffmpeg, clip.source.path);
    if (frames >= scene.outFrame) continue;
    const number = scene.sceneNumber;
    const codec = codecName(clip.facts.video.codec);
    const sentence = frames === 0 ? writerWords.undecodable({ number, codec }) : writerWords.unreadable({ number });
    return new MovieWriteError(sentence, number, { cause: error });
  }
  return new MovieWriteError(writerWords.encoder, null, { cause: error });
}

/** What ffmpeg names where it was built without what wide gamut and HDR take. */
const WIDE_FILTERS = /zscale|tonemap/;

function isWide({ facts: { video } }: OpenClip): boolean {
  return wideFilters(resolvedTags(video.color, video)).length > 0;
}

/** The one configuration record of all runs. @throws MovieWriteError where they differ */
export function oneRecord(records: readonly Uint8Array[]): Uint8Array {
  const [first, ...rest] = records;
  if (first === undefined || rest.some((record) => !sameBytes(record, first)))
    throw new MovieWriteError(writerWords.encoder);
  return first;
}
