/** Names an encoded stretch by everything that its packets depend on, so that it is made once and found again. */
import { blackFades } from '#shared/movie/fade-level.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { hexOf } from '#shared/bytes.ts';
import type { EncodedVideo, ExportPlan } from '#shared/export-plan/plan-types.ts';

/** Raised when the same input is to give other packets. */
export const ENGINE_VERSION = 6;

export type KeyContext = {
  movie: MoviePlan;
  plan: ExportPlan;
  config: VideoEncoderConfig;
  /** The configuration record that the encoder gives on this machine; null for codecs without one. */
  encoderConfig: Uint8Array | null;
  /** SHA-256 of the files of the overlay family. */
  fontsHash: string;
};

/** SHA-256 in hexadecimal. */
export async function stretchKey(context: KeyContext, stretch: EncodedVideo): Promise<string> {
  const { plan, config, encoderConfig, fontsHash } = context;
  const layers = [layerOf(context, stretch.scene, stretch)];
  if (stretch.isCrossfade) layers.push(layerOf(context, stretch.scene + 1, stretch));
  const crossfade = stretch.isCrossfade ? context.movie.scenes[stretch.scene]?.cut?.crossfade : null;
  const { width, height, codec, bitrate, framerate } = config;
  return await hashOf({
    version: ENGINE_VERSION,
    encoder: { width, height, codec, bitrate, framerate, record: encoderConfig === null ? null : [...encoderConfig] },
    color: plan.color,
    fps: plan.fps,
    frameCount: stretch.frameCount,
    fonts: layers.some(({ overlays }) => overlays.length > 0) ? fontsHash : null,
    layers,
    // Only where a range of the movie has cut it: else its length says all.
    ...(crossfade ? { crossfade } : {}),
  });
}

function layerOf({ movie }: KeyContext, index: number, stretch: EncodedVideo) {
  const scene = movie.scenes[index];
  if (scene === undefined) throw new RangeError(`There is no scene ${index}`);
  const { clip, overlays } = scene;
  // By the whole scene, so that a range of the movie finds what the whole one has encoded, and the other way round.
  const { inFrame, outFrame, skippedFrames } = scene.cut ?? { ...scene, skippedFrames: 0 };
  const first = skippedFrames + stretch.startFrame - scene.startFrame;
  const { fadeIn, fadeOut } = blackFades(movie, index);
  const end = skippedFrames + scene.frameCount + fadeOut.leftOut;
  const endsInTail = fadeOut.frames > 0 && first + stretch.frameCount > end - fadeOut.frames;
  return {
    clip: { sha256: clip.sha256, fps: clip.fps },
    played: [inFrame, outFrame],
    first,
    // Only what reaches into the stretch: a fade at the far end of the scene changes nothing here.
    fades: { head: first < fadeIn.frames ? fadeIn.frames : 0, tail: endsInTail ? [fadeOut.frames, end] : 0 },
    overlays,
  };
}

/** SHA-256 of plain data, in hexadecimal. */
export async function hashOf(value: unknown): Promise<string> {
  return await hashOfBytes(new TextEncoder().encode(JSON.stringify(value)));
}

export async function hashOfBytes(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}
