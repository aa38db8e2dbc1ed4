/** Writes a WebM of VP9 and Opus. Media goes out in pieces as it comes. */
import { Muxer, StreamTarget } from 'webm-muxer';
import { fpsNumber, frameTimeUs, type Fps } from '#shared/movie/time.ts';
import { codesFromTags } from '#shared/color/color-codes.ts';
import { videoColorSpace } from '#media/decode/frame-color.ts';
import type { ColorTags } from '#shared/color/color-tags.ts';
import { OPUS_SAMPLE_RATE } from '#shared/sound/opus.ts';
import { withColor } from '#media/webm/amend-color.ts';
import { addTags } from '#media/webm/amend-head.ts';
import type { MovieHeadSpec } from '#shared/mp4/write-movie.ts';
import { createHeadCopy } from './head-copy.ts';
import type { OutputFile } from './output-file.ts';
import { createWriteQueue } from './write-queue.ts';

const PIECE_BYTES = 1 << 20;
/** Most bytes up to the first cluster: what the muxer sets aside for the codecs' records makes up nearly all of it. */
const HEAD_BYTES = 1 << 16;

export type WebmShape = {
  width: number;
  height: number;
  fps: Fps;
  color: ColorTags;
  /** Of the browser's encoder; null where the pictures are copied, whose packets the muxer must not touch. */
  codec: string | null;
  /** The OpusHead and the channels; null for a movie without sound. */
  audio: { description: Uint8Array; channels: number } | null;
  metadata: MovieHeadSpec['metadata'];
};

export type WebmWriter = {
  addVideo(data: Uint8Array, isKey: boolean): Promise<void>;
  addAudio(data: Uint8Array, timestampUs: number): Promise<void>;
  finish(): Promise<void>;
};

/** The file stays the caller's. Packets of both tracks are to come in the order of their times, roughly. */
export function createWebmWriter(shape: WebmShape, file: OutputFile): WebmWriter {
  const { fps, audio } = shape;
  const queue = createWriteQueue(file);
  const head = createHeadCopy(HEAD_BYTES);
  const muxer = new Muxer({
    target: new StreamTarget({
      onData: (bytes, at) => {
        head.note(bytes, at);
        queue.push(bytes, at);
      },
      chunked: true,
      chunkSize: PIECE_BYTES,
    }),
    video: { codec: 'V_VP9', width: shape.width, height: shape.height, frameRate: fpsNumber(fps) },
    ...(audio === null
      ? {}
      : { audio: { codec: 'A_OPUS', numberOfChannels: audio.channels, sampleRate: OPUS_SAMPLE_RATE } }),
  });
  let frames = 0;
  let hasAudio = false;
  return {
    async addVideo(data, isKey) {
      const meta =
        frames === 0 && shape.codec !== null ? { decoderConfig: encoderConfig(shape, shape.codec) } : undefined;
      muxer.addVideoChunkRaw(data, isKey ? 'key' : 'delta', wholeMs(frameTimeUs(frames, fps)), meta);
      frames += 1;
      await queue.drained();
    },
    async addAudio(data, timestampUs) {
      if (audio === null) throw new Error('A movie without a sound track was given sound');
      const config = {
        codec: 'opus',
        numberOfChannels: audio.channels,
        sampleRate: OPUS_SAMPLE_RATE,
        description: audio.description,
      };
      muxer.addAudioChunkRaw(data, 'key', wholeMs(timestampUs), hasAudio ? undefined : { decoderConfig: config });
      hasAudio = true;
      await queue.drained();
    },
    async finish() {
      muxer.finalize();
      const durationMs = frameTimeUs(frames, fps) / 1000;
      const codes = shape.codec === null ? codesFromTags(shape.color) : null;
      const colored = codes === null ? head.bytes() : withColor(head.bytes(), codes);
      queue.push(addTags(colored, { ...shape.metadata, durationMs }), 0);
      await queue.drained();
    },
  };
}

/** The muxer brings its color space into key frames, too: some encoders leave it out. */
function encoderConfig({ width, height, color }: WebmShape, codec: string): VideoDecoderConfig {
  return { codec, codedWidth: width, codedHeight: height, colorSpace: videoColorSpace(color) };
}

/** The nearest whole millisecond, in microseconds: WebM counts in them, and the muxer would cut off the rest. */
function wholeMs(us: number): number {
  return Math.round(us / 1000) * 1000;
}
