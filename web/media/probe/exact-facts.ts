/** What the index of an MP4 says exactly, for clips whose other facts the library reads, which tells times in seconds. */
import { frameRateOf } from '#shared/mp4/frame-rate.ts';
import type { Mp4Index } from '#shared/mp4/mp4-index.ts';
import { pictureOf } from '#shared/mp4/picture.ts';
import { isPlain, presentationOf } from '#shared/mp4/presentation.ts';
import type { VideoFacts } from '#shared/clip/clip-facts.ts';

/** The facts with the index's name of the codec and its rate, where both see the same frames. */
export function withExactFacts(facts: VideoFacts, { tracks }: Mp4Index): VideoFacts {
  const track = tracks.find(({ kind }) => kind === 'video');
  if (track?.entry.kind !== 'video' || !isPlain(track)) return facts;
  const { frameTimes, endTicks } = presentationOf(track);
  if (frameTimes.length !== facts.frameCount) return facts;
  const fps = frameRateOf({ times: frameTimes, end: endTicks, timescale: track.timescale });
  return { ...facts, codec: pictureOf(track.entry).codec, fps };
}
