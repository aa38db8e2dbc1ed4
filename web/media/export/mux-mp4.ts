/**
 * Writes an MP4 in which everything was encoded, with its index in front. Room for the index is reserved by the known number
 * of packets, and media goes out in pieces as it comes, so that memory does not grow with the movie.
 */
import { Muxer, StreamTarget } from 'mp4-muxer';
import { frameTimeUs, type Fps } from '#shared/movie/time.ts';
import { videoColorSpace } from '../decode/color-tags.ts';
import { addMetadata } from '../mp4/amend-head.ts';
import type { MovieHeadSpec } from '../mp4/write-movie.ts';
import { aacDescription, type AacConfig } from '../probe/aac-config.ts';
import { SAMPLES_PER_PACKET } from '../sound/aac-settings.ts';
import type { ColorTags } from '../worker/protocol.ts';
import type { OutputFile } from './output-file.ts';
import { createWriteQueue } from './write-queue.ts';

/** Bytes of one write. */
const PIECE_BYTES = 1 << 20;
/** Most bytes of an index: so many for itself, so many for a packet. */
const INDEX_BYTES = 1 << 16;
const INDEX_BYTES_PER_PACKET = 32;

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

/** The file stays the caller's. Errors of its writing come out of the call that waits for them. */
export function createMp4Writer(shape: Mp4Shape, file: OutputFile): MovieWriter {
  const { fps, audio } = shape;
  const queue = createWriteQueue(file);
  const head = createHeadCopy(INDEX_BYTES + INDEX_BYTES_PER_PACKET * (shape.frameCount + (audio?.packetCount ?? 0)));
  const muxer = new Muxer({
    target: new StreamTarget({
      onData: (bytes, at) => {
        head.note(bytes, at);
        queue.push(bytes, at);
      },
      chunked: true,
      chunkSize: PIECE_BYTES,
    }),
    // The writer takes a whole number as time scale and falls back to 57600, which holds the other rates to 1/57600 s.
    video: {
      codec: 'avc',
      width: shape.width,
      height: shape.height,
      ...(Number.isInteger(fps.num / fps.den) ? { frameRate: fps.num / fps.den } : {}),
    },
    ...(audio === null
      ? {}
      : { audio: { codec: 'aac', numberOfChannels: audio.config.channels, sampleRate: audio.config.sampleRate } }),
    fastStart: {
      expectedVideoChunks: shape.frameCount,
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
      if (amended !== null) queue.push(amended, 0);
      await queue.drained();
    },
  };
}

/** Keeps a copy of what is written at the start of the file, so that it can be amended. */
function createHeadCopy(most: number): { note(bytes: Uint8Array, at: number): void; bytes(): Uint8Array } {
  const copy = new Uint8Array(most);
  let end = 0;
  return {
    note(bytes, at) {
      if (at >= copy.length) return;
      const part = bytes.subarray(0, copy.length - at);
      copy.set(part, at);
      end = Math.max(end, at + part.length);
    },
    bytes: () => copy.subarray(0, end),
  };
}

function decoderConfig({ codec, width, height, avcConfig, color }: Mp4Shape): VideoDecoderConfig {
  return {
    codec,
    codedWidth: width,
    codedHeight: height,
    description: cleanRecord(avcConfig),
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

/** Sets the reserved bits of an avcC (ISO/IEC 14496-15, 5.3.3.1.2), which some encoders leave at 0. */
function cleanRecord(record: Uint8Array): Uint8Array {
  const clean = record.slice();
  clean[4] = (clean[4] ?? 0) | 0xfc;
  clean[5] = (clean[5] ?? 0) | 0xe0;
  return clean;
}

function expectCount(what: string, found: number, planned: number): void {
  if (found !== planned) throw new Error(`${found} ${what} were written where ${planned} were planned`);
}
