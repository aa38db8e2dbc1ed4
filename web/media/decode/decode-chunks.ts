/** The loop that every decoding here goes through: few frames alive at a time, and nothing left open. */
import { unreadable } from '../probe/open-clip.ts';
import { createWake } from './wake.ts';

/** Packets that wait in the decoder. More gains no speed and costs a decoded picture each. */
const IN_FLIGHT = 4;

export type DecodeChunks = {
  config: VideoDecoderConfig;
  /** The first is a key frame. They are ended when the reader stops early. */
  chunks: AsyncGenerator<EncodedVideoChunk, void>;
  signal: AbortSignal;
  /** For the sentence of a failure. */
  sceneNumber?: number;
};

/**
 * Yields every frame in the order in which the decoder gives it; the receiver closes it. The stream is always flushed,
 * because a decoder with frame threads keeps its last pictures back until then.
 * @throws MediaFailure `source-unreadable`, or an AbortError
 */
export async function* decodeChunks({
  config,
  chunks,
  signal,
  sceneNumber,
}: DecodeChunks): AsyncGenerator<VideoFrame, void> {
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
  const stream = { isFed: false, isFlushed: false };
  try {
    decoder.configure(config);
    for (;;) {
      signal.throwIfAborted();
      if (failure !== null) throw unreadable(failure, sceneNumber);
      const frame = ready.shift();
      if (frame !== undefined) yield frame;
      else if (stream.isFlushed) return;
      else if (!stream.isFed && decoder.decodeQueueSize < IN_FLIGHT) {
        const chunk = await chunks.next();
        if (failure !== null) continue;
        if (!chunk.done) decoder.decode(chunk.value);
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
    throw isAbort(error) || !isCodecError(error) ? error : unreadable(error, sceneNumber);
  } finally {
    for (const frame of ready) frame.close();
    if (decoder.state !== 'closed') decoder.close();
    await chunks.return();
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** What codecs and readers throw of a broken stream, as against our own typed failures. */
function isCodecError(error: unknown): boolean {
  return error instanceof DOMException || (error instanceof Error && error.name !== 'MediaFailure');
}
