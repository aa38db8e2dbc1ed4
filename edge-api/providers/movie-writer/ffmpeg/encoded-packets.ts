/** The packets that ffmpeg encoded, by the stretches that they are of. */
import type { CodecEntry } from '#shared/mp4/mp4-index.ts';
import { copyableVideo } from '#shared/mp4/copyable-track.ts';
import { readMp4Index } from '#shared/mp4/read-index.ts';
import type { PacketRun } from '#shared/join/packet-run.ts';
import type { FileSource } from './files.ts';

export type EncodedPackets = {
  record: Uint8Array;
  codec: CodecEntry;
  frameCount: number;
  /** The packets of the frames from one number on. */
  runOf(startFrame: number, frameCount: number, rewrite: PacketRun['rewrite']): PacketRun<FileSource>;
};

/** @throws RangeError for a file that is not what was asked for */
export async function readEncoded(source: FileSource): Promise<EncodedPackets> {
  const index = await readMp4Index(source);
  const track = index?.tracks.find(({ kind }) => kind === 'video');
  const copyable = track === undefined ? null : await copyableVideo(source, track);
  if (copyable === null) throw new RangeError('ffmpeg made no video that can be read');
  const { samples, isReset, codec } = copyable;
  // Places by time of presentation; an edit list, which hides nothing here, is passed over.
  const times = samples.decodeTimes.map((time, at) => time + samples.compositionOffsets[at]!);
  const placeOf = new Map([...times].toSorted((a, b) => a - b).map((time, place) => [time, place]));
  const shown = Int32Array.from(times, (time) => placeOf.get(time) ?? 0);
  return {
    record: codec.record,
    codec,
    frameCount: times.length,
    runOf(startFrame, frameCount, rewrite) {
      const end = startFrame + frameCount;
      const places = shown.subarray(startFrame, end);
      if (isReset[startFrame] !== 1 || places.some((place) => place < startFrame || place >= end))
        throw new RangeError(`ffmpeg began no group of pictures at frame ${startFrame}`);
      return {
        source,
        offsets: samples.offsets,
        sizes: samples.sizes,
        first: startFrame,
        count: frameCount,
        rewrite,
        isSync: isReset.subarray(startFrame, end),
        shown: places.map((place) => place - startFrame),
      };
    },
  };
}
