/**
 * Writes an MP4 in which everything was encoded, with its index in front. Room for the index is reserved by the known number
 * of packets, and media goes out in pieces as it comes, so that memory does not grow with the movie.
 */
import { Muxer, StreamTarget } from 'mp4-muxer';
import { frameTimeUs, type Fps } from '#shared/movie/time.ts';
import { videoColorSpace } from '#media/decode/frame-color.ts';
import { addMetadata } from '#shared/mp4/amend-head.ts';
import type { MovieHeadSpec } from '#shared/mp4/write-movie.ts';
import { aacDescription, type AacConfig, SAMPLES_PER_PACKET } from '#shared/aac/aac-config.ts';
import type { ColorTags } from '#shared/color/color-tags.ts';
import { createHeadCopy } from './head-copy.ts';
import type { OutputFile } from './output-file.ts';
import { createWriteQueue } from './write-queue.ts';

/** Bytes of one write. */
const PIECE_BYTES = 1 << 20;
/** Most bytes of an index: so many for itself, so many for a packet. */
const INDEX_BYTES = 1 << 16;
const INDEX_BYTES_PER_PACKET = 32;
/** Frames that are announced and do not come: the room in the index that is reserved for them takes the metadata, some 6 kB. */
const FRAMES_FOR_METADATA = 200;

export type Mp4Shape = {
  width: number;
  height: number;
  fps: Fps;
  frameCount: number;
  color: ColorTags;
  /** RFC 6381, and the avcC record of all pictures. */
  codec: string;
  avcConfig: Uint8Array;
  audio: { config: AacConfig; packetCount: number } | null;
  metadata: MovieHeadSpec['metadata'];
};

export type MovieWriter = {
  /** The next picture. */
  addVideo(data: Uint8Array, isKey: boolean): Promise<void>;
  /** The next packet of sound. */
  addAudio(data: Uint8Array): Promise<void>;
  /** Writes the index and waits for all writes. Frames and packets must be as many as were announced. */
  finish(): Promise<void>;
};

/** Whether each frame is a whole number of ticks in the muxer's time scale, which is a whole number itself. */
export function canMux({ fps }: Pick<Mp4Shape, 'fps'>): boolean {
  return fps.num % fps.den === 0;
}

/** The file stays the caller's. Errors of its writing come out of the call that waits for them. */
export function createMp4Writer(shape: Mp4Shape, file: OutputFile): MovieWriter {
  const { fps, audio } = shape;
  const queue = createWriteQueue(file);
  const packetCount = shape.frameCount + FRAMES_FOR_METADATA + (audio?.packetCount ?? 0);
  const head = createHeadCopy(INDEX_BYTES + INDEX_BYTES_PER_PACKET * packetCount);
  const muxer = new Muxer({
    target: new StreamTarget({
      onData: (bytes, at) => {
        head.note(bytes, at);
        queue.push(bytes, at);
      },
      chunked: true,
      chunkSize: PIECE_BYTES,
    }),
    video: { codec: 'avc', width: shape.width, height: shape.height, frameRate: fps.num / fps.den },
    ...(audio === null
      ? {}
      : { audio: { codec: 'aac', numberOfChannels: audio.config.channels, sampleRate: audio.config.sampleRate } }),
    fastStart: {
      expectedVideoChunks: shape.frameCount + FRAMES_FOR_METADATA,
      ...(audio === null ? {} : { expectedAudioChunks: audio.packetCount }),
    },
  });
  let frames = 0;
  let packets = 0;
  return {
    async addVideo(data, isKey) {
      const at = frameTimeUs(frames, fps);
      const meta = frames === 0 ? { decoderConfig: decoderConfig(shape) } : undefined;
      muxer.addVideoChunkRaw(data, isKey ? 'key' : 'delta', at, frameTimeUs(frames + 1, fps) - at, meta);
      frames += 1;
      await queue.drained();
    },
    async addAudio(data) {
      if (audio === null) throw new Error('A movie without a sound track was given sound');
      const { sampleRate } = audio.config;
      const usAt = (packet: number): number => (packet * SAMPLES_PER_PACKET * 1_000_000) / sampleRate;
      const meta = packets === 0 ? { decoderConfig: soundConfig(audio.config) } : undefined;
      muxer.addAudioChunkRaw(data, 'key', usAt(packets), usAt(packets + 1) - usAt(packets), meta);
      packets += 1;
      await queue.drained();
    },
    async finish() {
      expectCount('frames', frames, shape.frameCount);
      expectCount('packets of sound', packets, audio?.packetCount ?? 0);
      muxer.finalize();
      const amended = addMetadata(head.bytes(), shape.metadata);
      if (amended === null) throw new Error('The index has no room for what the file says of itself');
      queue.push(amended, 0);
      await queue.drained();
    },
  };
}

function decoderConfig({ codec, width, height, avcConfig, color }: Mp4Shape): VideoDecoderConfig {
  return {
    codec,
    codedWidth: width,
    codedHeight: height,
    description: avcConfig,
    colorSpace: videoColorSpace(color),
  };
}

function soundConfig(config: AacConfig): AudioDecoderConfig {
  return {
    codec: 'mp4a.40.2',
    numberOfChannels: config.channels,
    sampleRate: config.sampleRate,
    description: aacDescription(config),
  };
}

function expectCount(what: string, found: number, planned: number): void {
  if (found !== planned) throw new Error(`${found} ${what} were written where ${planned} were planned`);
}
