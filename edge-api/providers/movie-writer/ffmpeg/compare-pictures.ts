/** Decodes pictures of each stretch out of the finished movie and holds them against what they were to be. */
import type { CopiedVideo, EncodedVideo, ExportPlan, VideoStretch } from '#shared/export-plan/plan-types.ts';
import { expect } from '#shared/join/expect.ts';
import { differenceOf, sampledFrame, type Fingerprint } from '#shared/join/fingerprint.ts';
import { frameTimeUs } from '#shared/movie/time.ts';
import type { OpenClip } from './open-clips.ts';
import { clipInput, type Ffmpeg } from './run-ffmpeg.ts';
import { smallPictures } from './small-pictures.ts';

/** Levels of 255, as a mean over the picture. Coding moves it by one or two; another picture by tens. */
const ENCODED_TOLERANCE = 10;

export type Compared = {
  comparedStretches: number;
  worstPictureDifference: number;
  /** Pictures of copied stretches that don't decode, because their clip is damaged there. */
  damagedFrames: ReadonlyMap<VideoStretch, number>;
};

export type Comparison = {
  ffmpeg: Ffmpeg;
  plan: ExportPlan;
  clips: readonly OpenClip[];
  /** Path of the movie. */
  path: string;
  /** As they went to the encoder. */
  samples: ReadonlyMap<EncodedVideo, Fingerprint>;
};

/** A frame of the movie, and how it should look. */
type Look = { stretch: VideoStretch; frame: number; wanted: Fingerprint };

/** @throws MovieDiffers, or an AbortError */
export async function comparePictures(comparison: Comparison): Promise<Compared> {
  const { ffmpeg, plan, path, samples } = comparison;
  const { fromClips, damagedFrames } = await clipPictures(comparison);
  const looks = plan.video.flatMap((stretch): Look[] => {
    if (stretch.kind === 'copy') return fromClips.get(stretch) ?? [];
    const wanted = samples.get(stretch);
    return wanted === undefined ? [] : [{ stretch, frame: stretch.startFrame + sampledFrame(stretch), wanted }];
  });
  const found = await smallPictures(ffmpeg, {
    input: movieInput(path, plan),
    timesUs: looks.map(({ frame }) => frameTimeUs(frame, plan.fps)),
    toleranceUs: frameTimeUs(1, plan.fps) / 3,
    areKeys: plan.video.every((stretch) => isAsInClip(comparison, stretch)),
  });
  expect(found.length === looks.length, `${looks.length - found.length} pictures are not shown`);
  let worst = 0;
  for (const [at, { stretch, frame, wanted }] of looks.entries()) {
    const difference = differenceOf(wanted, found[at] ?? new Uint8Array());
    const tolerance = stretch.kind === 'copy' ? 0 : ENCODED_TOLERANCE;
    expect(difference <= tolerance, `frame ${frame} differs by ${difference.toFixed(1)}`);
    worst = Math.max(worst, difference);
  }
  const compared = new Set(looks.map(({ stretch }) => stretch));
  return { comparedStretches: compared.size, worstPictureDifference: worst, damagedFrames };
}

function movieInput(path: string, { target }: ExportPlan): string[] {
  if (target.format === 'mp4') return clipInput(path);
  return ['-protocol_whitelist', 'file', '-f', 'matroska', '-i', `file:${path}`];
}

/** The clips' own pictures, by the stretch. */
async function clipPictures(comparison: Comparison): Promise<{
  fromClips: ReadonlyMap<CopiedVideo, Look[]>;
  damagedFrames: Map<VideoStretch, number>;
}> {
  const { ffmpeg, plan, clips } = comparison;
  const fromClips = new Map<CopiedVideo, Look[]>();
  const damagedFrames = new Map<VideoStretch, number>();
  for (const stretch of plan.video) {
    const clip = clips[stretch.scene];
    if (stretch.kind !== 'copy' || clip === undefined) continue;
    const isAsIs = isAsInClip(comparison, stretch);
    const offsets = isAsIs ? [0] : [...new Set([0, sampledFrame(stretch)])];
    const { frameTimesUs, fps } = clip.facts.video;
    const pictures = await smallPictures(ffmpeg, {
      input: clipInput(clip.source.path),
      timesUs: offsets.map((offset) => frameTimesUs[stretch.firstFrame + offset] ?? 0),
      toleranceUs: frameTimeUs(1, fps) / 3,
      areKeys: isAsIs,
    });
    if (pictures.length < offsets.length) damagedFrames.set(stretch, offsets.length - pictures.length);
    else
      fromClips.set(
        stretch,
        pictures.map((wanted, at) => ({ stretch, frame: stretch.startFrame + (offsets[at] ?? 0), wanted })),
      );
  }
  return { fromClips, damagedFrames };
}

/** Whether packets that are those of the clip also stand under the clip's parameter sets: then they decode as the clip does. */
function isAsInClip({ plan, clips }: Comparison, stretch: VideoStretch): boolean {
  if (stretch.kind !== 'copy') return false;
  if (plan.shared !== null) return true;
  const stored = clips[stretch.scene]?.facts.video.stored ?? null;
  return stored !== null && plan.joined?.members.get(stored.setsKey)?.kind === 'as-is';
}
