/** Decodes single frames of several clips through one decoder: starting decoders would take longer than decoding. */
import { pictureChunks } from '#media/decode/clip-packets.ts';
import { resolvedTags } from '#shared/color/color-tags.ts';
import { isTaggedAs } from '#media/decode/frame-color.ts';
import { decodeChunks } from '#media/decode/decode-chunks.ts';
import { decoderConfig } from '#media/decode/decode-frames.ts';
import { MediaFailure } from '#media/failures.ts';
import type { OpenClip } from '#media/probe/open-clip.ts';
import type { Fingerprint } from '#shared/join/fingerprint.ts';
import { createFingerprinter } from './fingerprint.ts';

/** Frames of a clip that hang on one key frame, by their numbers, rising. */
export type Picked = { clip: OpenClip; frames: readonly number[] };

export type DecodePicks = {
  /** Of clips that have one configuration. */
  picks: readonly Picked[];
  /** Whether the stream itself is held to the clips' tags. */
  isTagged: boolean;
  signal: AbortSignal;
  /** In order, by positions in `picks` and in its frames. */
  onPicture: (pick: number, frame: number, fingerprint: Fingerprint) => void;
};

/** @throws MediaFailure `verification-failed` where tags differ, `source-unreadable`, or an AbortError */
export async function decodePicks({ picks, isTagged, signal, onPicture }: DecodePicks): Promise<void> {
  const [first] = picks;
  if (first === undefined) return;
  const { video } = first.clip.facts;
  const color = resolvedTags(video.color, video);
  const placeAt = new Map<number, Place>();
  const fingerprintOf = createFingerprinter();
  const frames = decodeChunks({
    config: await decoderConfig(first.clip, color),
    chunks: chunksOf(picks, placeAt),
    signal,
  });
  for await (const frame of frames) {
    try {
      const place = placeAt.get(frame.timestamp);
      if (place === undefined) continue;
      // The stream's own tags, as the decoder read them, must be those of the container.
      if (isTagged && !isTaggedAs(frame, video.color)) {
        const detail = `a frame is tagged ${JSON.stringify(frame.colorSpace)}`;
        throw new MediaFailure('verification-failed', { detail });
      }
      onPicture(place.pick, place.frame, await fingerprintOf(frame, color));
    } finally {
      frame.close();
    }
  }
}

type Place = { pick: number; frame: number };

/** Each pick's packets from its key frame on, under times that no other pick has; `placeAt` learns which ones are meant. */
async function* chunksOf(
  picks: readonly Picked[],
  placeAt: Map<number, Place>,
): AsyncGenerator<EncodedVideoChunk, void> {
  let offsetUs = 0;
  for (const [pick, { clip, frames }] of picks.entries()) {
    let lastUs = offsetUs;
    for (const [frame, number] of frames.entries()) {
      const wantedUs = offsetUs + (clip.facts.video.frameTimesUs[number] ?? 0);
      placeAt.set(wantedUs, { pick, frame });
      lastUs = Math.max(lastUs, wantedUs);
    }
    for await (const chunk of pictureChunks(clip, frames[0] ?? 0, frames.at(-1) ?? 0, { offsetUs })) {
      lastUs = Math.max(lastUs, chunk.timestamp);
      yield chunk;
    }
    offsetUs = lastUs + 1;
  }
}
