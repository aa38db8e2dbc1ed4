/**
 * Decodes a frame of each stretch out of the finished movie and holds it against what it was to be. All of them go through
 * one decoder, and the clips' own through one for each kind of clip: starting decoders would take longer than decoding.
 */
import { pictureChunks } from '../decode/clip-packets.ts';
import { isTaggedAs, resolvedTags } from '../decode/color-tags.ts';
import { decodeChunks } from '../decode/decode-chunks.ts';
import { decoderConfig } from '../decode/decode-frames.ts';
import { MediaFailure } from '../failures.ts';
import type { OpenClip } from '../probe/open-clip.ts';
import type { Verification } from '../worker/protocol.ts';
import type { EncodedStretches, ExportJob } from './job.ts';
import { createFingerprinter, differenceOf, sampledFrame, type Fingerprint } from './fingerprint.ts';
import type { CopiedVideo, VideoStretch } from './plan-types.ts';

/** Levels of 255, as a mean over the picture. Coding moves it by one or two; another picture by tens. */
const ENCODED_TOLERANCE = 10;
/** Copied pictures are the same pictures. */
const COPIED_TOLERANCE = 0;

export type Compared = Pick<Verification, 'comparedStretches' | 'worstPictureDifference'>;

/** @throws MediaFailure `verification-failed`, or an AbortError */
export async function comparePictures(
  job: ExportJob,
  movie: OpenClip,
  encoded: EncodedStretches,
  onPart: (share: number) => void,
): Promise<Compared> {
  const { plan } = job;
  const wanted = await wantedPictures(job, encoded);
  const picks = plan.video.map((stretch): Picked => {
    const { offset } = wanted.get(stretch) ?? missing('a stretch was not sampled');
    return { clip: movie, frame: stretch.startFrame + offset };
  });
  let worstPictureDifference = 0;
  let compared = 0;
  const isTagged = plan.target.format === 'mp4';
  const decoding = decodePicks(picks, isTagged, job.signal, (index, found) => {
    const stretch = plan.video[index] ?? missing('there is no such stretch');
    const { fingerprint } = wanted.get(stretch) ?? missing('a stretch was not sampled');
    const difference = differenceOf(fingerprint, found);
    const tolerance = stretch.kind === 'copy' ? COPIED_TOLERANCE : ENCODED_TOLERANCE;
    if (difference > tolerance) {
      const sceneNumber = job.movie.scenes[stretch.scene]?.sceneNumber ?? 0;
      const detail = `frame ${picks[index]?.frame} of scene ${sceneNumber} differs by ${difference.toFixed(1)}`;
      throw new MediaFailure('verification-failed', { sceneNumber, detail });
    }
    worstPictureDifference = Math.max(worstPictureDifference, difference);
    compared += 1;
    onPart(compared / plan.video.length);
  });
  await decoding.catch(blameMovie);
  if (compared !== plan.video.length) missing(`${plan.video.length - compared} stretches show nothing`);
  return { comparedStretches: compared, worstPictureDifference };
}

/** What can't be decoded here is the movie, and no scene's clip. */
function blameMovie(error: unknown): never {
  if (error instanceof MediaFailure && error.code === 'source-unreadable')
    throw new MediaFailure('verification-failed', error.facts, error);
  throw error;
}

/** A frame of a stretch, counted from its first, and how it is to look. */
type Wanted = { offset: number; fingerprint: Fingerprint };

async function wantedPictures(job: ExportJob, encoded: EncodedStretches): Promise<Map<VideoStretch, Wanted>> {
  const wanted = new Map<VideoStretch, Wanted>();
  for (const [stretch, { index }] of encoded.segments) {
    if (index.sample !== null)
      wanted.set(stretch, { offset: index.sample.frame, fingerprint: Uint8Array.from(index.sample.fingerprint) });
  }
  for (const group of copiedByKind(job)) {
    const picks = group.map((stretch): Picked => {
      const clip = job.clips[stretch.scene];
      if (clip === undefined) throw new RangeError(`Scene ${stretch.scene} has no open clip`);
      return { clip, frame: stretch.firstFrame + sampledFrame(stretch) };
    });
    await decodePicks(picks, true, job.signal, (index, fingerprint) => {
      const stretch = group[index];
      if (stretch !== undefined) wanted.set(stretch, { offset: sampledFrame(stretch), fingerprint });
    });
  }
  return wanted;
}

/** Copied stretches of clips that one decoder can read. */
function copiedByKind({ plan, clips }: ExportJob): CopiedVideo[][] {
  const groups = new Map<string, CopiedVideo[]>();
  for (const stretch of plan.video) {
    if (stretch.kind !== 'copy') continue;
    const key = clips[stretch.scene]?.facts.video.stored?.setsKey ?? '';
    groups.set(key, [...(groups.get(key) ?? []), stretch]);
  }
  return [...groups.values()];
}

type Picked = { clip: OpenClip; frame: number };

/** Decodes frames of clips that have one configuration, in order. @param isTagged whether the stream itself is held to the clips' tags */
async function decodePicks(
  picks: readonly Picked[],
  isTagged: boolean,
  signal: AbortSignal,
  onPicture: (index: number, fingerprint: Fingerprint) => void,
): Promise<void> {
  const [first] = picks;
  if (first === undefined) return;
  const { video } = first.clip.facts;
  const color = resolvedTags(video.color, video);
  const indexAt = new Map<number, number>();
  const fingerprintOf = createFingerprinter();
  const frames = decodeChunks({
    config: await decoderConfig(first.clip, color),
    chunks: chunksOf(picks, indexAt),
    signal,
  });
  for await (const frame of frames) {
    try {
      const index = indexAt.get(frame.timestamp);
      if (index === undefined) continue;
      // The stream's own tags, as the decoder read them, must be those of the container.
      if (isTagged && !isTaggedAs(frame, video.color)) missing(`a frame is tagged ${JSON.stringify(frame.colorSpace)}`);
      onPicture(index, await fingerprintOf(frame, color));
    } finally {
      frame.close();
    }
  }
}

/** Each pick's packets from its key frame on, under times that no other pick has; `indexAt` learns which one is meant. */
async function* chunksOf(
  picks: readonly Picked[],
  indexAt: Map<number, number>,
): AsyncGenerator<EncodedVideoChunk, void> {
  let offsetUs = 0;
  for (const [index, { clip, frame }] of picks.entries()) {
    const wantedUs = clip.facts.video.frameTimesUs[frame] ?? 0;
    indexAt.set(offsetUs + wantedUs, index);
    let lastUs = offsetUs + wantedUs;
    for await (const chunk of pictureChunks(clip, frame, frame, offsetUs)) {
      lastUs = Math.max(lastUs, chunk.timestamp);
      yield chunk;
    }
    offsetUs = lastUs + 1;
  }
}

function missing(detail: string): never {
  throw new MediaFailure('verification-failed', { detail });
}
