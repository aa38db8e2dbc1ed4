/** A clip's pictures as chunks for a decoder, in stored order. */
import { EncodedPacketSink } from 'mediabunny';
import { parseAvcConfig } from '#shared/avc/avc-config.ts';
import { isDisposable } from '#shared/avc/is-disposable.ts';
import type { StoredVideo } from '#shared/clip/clip-facts.ts';
import { toUs } from '../probe/facts-from-tracks.ts';
import type { OpenClip } from '../probe/open-clip.ts';
import { readPackets } from '#shared/join/read-packets.ts';

export type ChunkOptions = {
  /** Microseconds by which all are later. */
  offsetUs?: number;
  /**
   * Asked as each packet is read. A frame that isn't wanted is left out if nothing hangs on it, as on half of the frames of
   * clips as the models make them.
   */
  isWanted?: (frame: number) => boolean;
};

/**
 * From the key frame before `first` to the last packet that the frames first..last need. A chunk's timestamp is its
 * frame's time among the clip's facts; those of frames that are never shown are negative.
 */
export function pictureChunks(
  clip: OpenClip,
  first: number,
  last: number,
  options: ChunkOptions = {},
): AsyncGenerator<EncodedVideoChunk, void> {
  const { stored } = clip.facts.video;
  return stored === null
    ? byLibrary(clip, first, last, options.offsetUs ?? 0)
    : byIndex(clip, stored, [first, last], options);
}

async function* byIndex(
  clip: OpenClip,
  stored: StoredVideo,
  [first, last]: readonly [number, number],
  { offsetUs = 0, isWanted = () => true }: ChunkOptions,
): AsyncGenerator<EncodedVideoChunk, void> {
  const { frameTimesUs } = clip.facts.video;
  const lengthSize = parseAvcConfig(stored.avcConfig)?.nalLengthSize ?? null;
  const [from, to] = packetRange(stored, first, last);
  let packet = from;
  for await (const data of readPackets(clip.media.video, stored, from, to)) {
    const frame = stored.shownFrames[packet]!;
    const isSpared = frame >= 0 && !isWanted(frame) && lengthSize !== null && isDisposable(data, lengthSize);
    if (!isSpared)
      yield new EncodedVideoChunk({
        type: stored.isSync[packet] === 1 ? 'key' : 'delta',
        timestamp: offsetUs + (frame < 0 ? -1 - packet : (frameTimesUs[frame] ?? 0)),
        data,
      });
    packet += 1;
  }
}

/** From the key frame that `first` hangs on to one past the last packet of the frames first..last. */
function packetRange({ shownFrames, isSync }: StoredVideo, first: number, last: number): [number, number] {
  const wanted = [...shownFrames.keys()].filter((packet) => {
    const frame = shownFrames[packet]!;
    return frame >= first && frame <= last;
  });
  const earliest = wanted[0] ?? 0;
  let from = isSync.lastIndexOf(1, earliest);
  // Frames shown before a key frame hang on the group before it.
  while (from > 0 && shownFrames[from]! > first) from = isSync.lastIndexOf(1, from - 1);
  return [Math.max(0, from), (wanted.at(-1) ?? -1) + 1];
}

async function* byLibrary(
  clip: OpenClip,
  first: number,
  last: number,
  offsetUs: number,
): AsyncGenerator<EncodedVideoChunk, void> {
  const { frameTimesUs } = clip.facts.video;
  const indexAt = new Map(frameTimesUs.map((us, index) => [us, index]));
  const sink = new EncodedPacketSink((await clip.tracks()).video);
  // A microsecond of grace, because the time was rounded to whole microseconds.
  const start = await sink.getKeyPacket(((frameTimesUs[first] ?? 0) + 1) / 1_000_000);
  let missing = last - first + 1;
  for await (const { type, timestamp, data } of sink.packets(start ?? undefined)) {
    const at = toUs(timestamp);
    yield new EncodedVideoChunk({ type, timestamp: offsetUs + at, data });
    const index = indexAt.get(at) ?? -1;
    if (index >= first && index <= last) missing -= 1;
    if (missing === 0) return;
  }
}
