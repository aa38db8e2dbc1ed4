/** Decodes a range of a clip's frames in the order in which they are shown, with few frames alive at a time. */
import { EncodedPacketSink, type EncodedPacket } from 'mediabunny';
import { toUs, unreadable, type OpenClip } from '../probe/open-clip.ts';
import type { ColorTags } from '../worker/protocol.ts';
import { videoColorSpace } from './color-tags.ts';
import { createWake } from './wake.ts';

export type DecodedFrame = {
  /** Number of the frame in the clip, from 0. */
  index: number;
  /** The receiver closes it. */
  frame: VideoFrame;
};

export type DecodeOptions = {
  signal: AbortSignal;
  /** What untagged pictures are taken for. */
  color: ColorTags;
  /** For the sentence of a failure. */
  sceneNumber?: number;
};

/** Packets that wait in the decoder. More gains no speed and costs a decoded picture each. */
const IN_FLIGHT = 4;

/**
 * Yields the frames first..last (both included). Decoding starts at the key frame before `first`; what lies between is
 * closed here. The stream is always flushed, because a decoder with frame threads keeps its last pictures back until then.
 * @throws MediaFailure `source-unreadable`, or an AbortError
 */
export async function* decodeFrames(
  clip: OpenClip,
  first: number,
  last: number,
  options: DecodeOptions,
): AsyncGenerator<DecodedFrame, void> {
  const { signal } = options;
  const indexAt = new Map(clip.facts.video.frameTimesUs.map((us, index) => [us, index]));
  const ready: VideoFrame[] = [];
  const wake = createWake(signal);
  let failure: unknown = null;
  const fail = (error: unknown): void => {
    failure ??= error;
    wake.wake();
  };
  const decoder = new VideoDecoder({
    output: (frame) => {
      ready.push(frame);
      wake.wake();
    },
    error: fail,
  });
  decoder.addEventListener('dequeue', wake.wake);
  const packets = packetsFor(clip, first, last, indexAt);
  const stream = { isFed: false, isFlushed: false };
  try {
    decoder.configure(await decoderConfig(clip, options.color));
    for (;;) {
      signal.throwIfAborted();
      if (failure !== null) throw unreadable(failure, options.sceneNumber);
      const frame = ready.shift();
      if (frame !== undefined) {
        const index = indexAt.get(frame.timestamp) ?? -1;
        if (index < first || index > last) frame.close();
        else yield { index, frame };
      } else if (stream.isFlushed) return;
      else if (!stream.isFed && decoder.decodeQueueSize < IN_FLIGHT) {
        const packet = await packets.next();
        if (failure !== null) continue;
        if (!packet.done) decoder.decode(chunkOf(packet.value));
        else {
          stream.isFed = true;
          decoder.flush().then(() => {
            stream.isFlushed = true;
            wake.wake();
          }, fail);
        }
      } else await wake.wait();
    }
  } catch (error) {
    throw isAbort(error) || !isCodecError(error) ? error : unreadable(error, options.sceneNumber);
  } finally {
    for (const frame of ready) frame.close();
    if (decoder.state !== 'closed') decoder.close();
    await packets.return();
  }
}

/** Packets in stored order from the key frame before `first` to the last one that first..last need. */
async function* packetsFor(
  clip: OpenClip,
  first: number,
  last: number,
  indexAt: ReadonlyMap<number, number>,
): AsyncGenerator<EncodedPacket, void> {
  const { frameTimesUs } = clip.facts.video;
  const sink = new EncodedPacketSink(clip.videoTrack);
  // A microsecond of grace, because the time was rounded to whole microseconds.
  const start = await sink.getKeyPacket(((frameTimesUs[first] ?? 0) + 1) / 1_000_000);
  let missing = last - first + 1;
  for await (const packet of sink.packets(start ?? undefined)) {
    yield packet;
    const index = indexAt.get(toUs(packet.timestamp)) ?? -1;
    if (index >= first && index <= last) missing -= 1;
    if (missing === 0) return;
  }
}

/** Made here, because the time must be the one that the frame is found again by. */
function chunkOf({ type, timestamp, data }: EncodedPacket): EncodedVideoChunk {
  return new EncodedVideoChunk({ type, timestamp: toUs(timestamp), data });
}

async function decoderConfig(clip: OpenClip, color: ColorTags): Promise<VideoDecoderConfig> {
  const config = await clip.videoTrack.getDecoderConfig();
  if (config === null) throw new Error('The picture is in no known codec');
  return { ...config, colorSpace: videoColorSpace(color), optimizeForLatency: false };
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** What codecs and readers throw of a broken stream, as against our own typed failures. */
function isCodecError(error: unknown): boolean {
  return error instanceof DOMException || (error instanceof Error && error.name !== 'MediaFailure');
}
