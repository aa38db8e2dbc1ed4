/**
 * Decodes pictures of each stretch out of the finished movie and holds them against what they were to be.
 *
 * A copied stretch whose bytes are those of its clip, under the parameter sets of its clip, decodes as its clip does: only
 * the first picture behind its join is looked at, and the clip itself was decoded once. Where sets or slices were rewritten, a
 * picture is looked at that hangs on those before it; so it is where pictures were encoded.
 */
import { holdsSets } from '#shared/avc/holds-sets.ts';
import { MediaFailure } from '#media/failures.ts';
import type { OpenClip } from '#media/probe/open-clip.ts';
import type { Verification } from '#shared/export-receipt/verification.ts';
import { addPictures, forgetPictures, keptPictures, type ClipPictures, type Picture } from './clip-pictures.ts';
import { decodePicks, type Picked } from './decode-picks.ts';
import { differenceOf } from '#shared/join/fingerprint.ts';
import type { EncodedStretches, ExportJob } from '../job.ts';
import type { CopiedVideo, VideoStretch } from '#shared/export-plan/plan-types.ts';

/** Levels of 255, as a mean over the picture. Coding moves it by one or two; another picture by tens. */
const ENCODED_TOLERANCE = 10;
/** Copied pictures are the same pictures. */
const COPIED_TOLERANCE = 0;

export type Compared = Pick<Verification, 'comparedStretches' | 'worstPictureDifference'> & {
  /** Stretches that could not be compared, because their clips do not decode there. */
  damaged: ReadonlySet<VideoStretch>;
};

export type Comparison = {
  job: ExportJob;
  movie: OpenClip;
  encoded: EncodedStretches;
  onPart: (share: number) => void;
};

/** @throws MediaFailure `verification-failed`, or an AbortError */
export async function comparePictures(comparison: Comparison): Promise<Compared> {
  const kept = await keptPictures(comparison.job);
  const keptStretches = [...kept.keys()];
  try {
    return await compareWith(comparison, kept);
  } catch (error) {
    // What was kept may be what is wrong, or a decoder may have changed: the clips themselves have the last word.
    if (keptStretches.length === 0 || !(error instanceof MediaFailure) || error.code !== 'verification-failed')
      throw error;
    await forgetPictures(comparison.job, keptStretches);
    return await compareWith(comparison, new Map());
  }
}

async function compareWith(comparison: Comparison, clipPictures: ClipPictures): Promise<Compared> {
  const { job, movie, onPart } = comparison;
  const damaged: ReadonlySet<VideoStretch> = await addPictures(job, clipPictures);
  const looks = job.plan.video
    .filter((stretch) => !damaged.has(stretch))
    .flatMap((stretch) => looksAt(comparison, clipPictures, stretch));
  const total = looks.reduce((sum, { pictures }) => sum + pictures.length, 0);
  let worstPictureDifference = 0;
  let compared = 0;
  const decoding = decodePicks({
    picks: looks.map(({ stretch, pictures }): Picked => {
      return { clip: movie, frames: pictures.map(({ offset }) => stretch.startFrame + offset) };
    }),
    isTagged: job.plan.target.format === 'mp4',
    signal: job.signal,
    onPicture: (pick, frame, found) => {
      const look = looks[pick];
      const picture = look?.pictures[frame];
      if (look === undefined || picture === undefined) throw new RangeError('There is no such picture');
      const difference = differenceOf(picture.fingerprint, found);
      expectLike(job, look.stretch, picture, difference);
      worstPictureDifference = Math.max(worstPictureDifference, difference);
      compared += 1;
      onPart(compared / total);
    },
  });
  await decoding.catch(blameMovie);
  if (compared !== total) missing(`${total - compared} pictures are not shown`);
  return { comparedStretches: job.plan.video.length - damaged.size, worstPictureDifference, damaged };
}

/** Pictures of a stretch that hang on one key frame. */
type Look = { stretch: VideoStretch; pictures: readonly Picture[] };

function looksAt({ job, movie, encoded }: Comparison, clipPictures: ClipPictures, stretch: VideoStretch): Look[] {
  if (stretch.kind === 'copy') {
    const pictures = clipPictures.get(stretch) ?? missing('a stretch was not sampled');
    return [{ stretch, pictures: isAsInClip(job, movie, stretch) ? pictures.slice(0, 1) : pictures }];
  }
  const { sample = null, moreSamples = [] } = encoded.segments.get(stretch)?.index ?? {};
  if (sample === null) missing('a stretch was not sampled');
  // Each part of a stretch begins with a key frame of its own.
  return [sample, ...moreSamples].map(({ frame, fingerprint }) => {
    return { stretch, pictures: [{ offset: frame, fingerprint: Uint8Array.from(fingerprint) }] };
  });
}

/** Whether packets that are those of the clip also stand under the clip's parameter sets. */
function isAsInClip({ plan, clips }: ExportJob, movie: OpenClip, { scene }: CopiedVideo): boolean {
  const stored = clips[scene]?.facts.video.stored ?? null;
  const { description } = movie.facts.video;
  if (stored === null || description === null) return false;
  return plan.joined?.members.get(stored.setsKey)?.kind === 'as-is' && holdsSets(description, stored.avcConfig);
}

function expectLike({ movie }: ExportJob, stretch: VideoStretch, { offset }: Picture, difference: number): void {
  if (difference <= (stretch.kind === 'copy' ? COPIED_TOLERANCE : ENCODED_TOLERANCE)) return;
  const sceneNumber = movie.scenes[stretch.scene]?.sceneNumber ?? 0;
  const detail = `frame ${stretch.startFrame + offset} of scene ${sceneNumber} differs by ${difference.toFixed(1)}`;
  throw new MediaFailure('verification-failed', { sceneNumber, detail });
}

/** What can't be decoded here is the movie, and no scene's clip. */
function blameMovie(error: unknown): never {
  if (error instanceof MediaFailure && error.code === 'source-unreadable')
    throw new MediaFailure('verification-failed', error.facts, error);
  throw error;
}

function missing(detail: string): never {
  throw new MediaFailure('verification-failed', { detail });
}
