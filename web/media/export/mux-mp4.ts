/**
 * Writes one MP4 with its index in front. Room for the index is reserved by the known number of packets, and media goes
 * out in pieces as it comes, so that memory does not grow with the movie.
 */
import { Muxer, StreamTarget } from 'mp4-muxer';
import { frameTimeUs, type Fps } from '#shared/movie/time.ts';
import { aacDescription, type AacConfig } from '../probe/aac-config.ts';
import type { ColorTags } from '../worker/protocol.ts';
import { videoColorSpace } from '../decode/color-tags.ts';
import type { OutputFile } from './output-file.ts';
import { SAMPLES_PER_PACKET } from './plan-export.ts';

/** Bytes of one write. */
const PIECE_BYTES = 1 << 20;

export type MovieShape = {
  width: number;
  height: number;
  fps: Fps;
  frameCount: number;
  color: ColorTags;
  audio: { config: AacConfig; packetCount: number } | null;
};

export type MovieWriter = {
  /** The next picture. `config` is what the encoder said with it, if it said anything. */
  addVideo(data: Uint8Array, isKey: boolean, config: VideoDecoderConfig | null): void;
  /** The next packet of sound: packet n stands at n·1024 samples. */
  addAudio(data: Uint8Array): void;
  /** Writes the index. Frames and packets must be as many as were announced. */
  finish(): void;
};

/** The file stays the caller's. Errors of its writing come out of the call that caused them. */
export function createMovieWriter(shape: MovieShape, file: OutputFile): MovieWriter {
  const { fps, audio } = shape;
  const muxer = new Muxer({
    target: new StreamTarget({ onData: (bytes, at) => file.write(bytes, at), chunked: true, chunkSize: PIECE_BYTES }),
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
  let parameterSets: Uint8Array | null = null;
  return {
    addVideo(data, isKey, config) {
      let meta: EncodedVideoChunkMetadata | undefined;
      const sets = config?.description === undefined ? null : cleanRecord(toBytes(config.description));
      if (config !== null && sets !== null && parameterSets === null) {
        parameterSets = sets;
        meta = {
          decoderConfig: {
            codec: config.codec,
            codedWidth: shape.width,
            codedHeight: shape.height,
            description: sets,
            colorSpace: videoColorSpace(shape.color),
          },
        };
      } else if (sets !== null && parameterSets !== null && !sameBytes(sets, parameterSets)) {
        throw new Error('The encoder changed its parameter sets in mid-movie');
      }
      if (parameterSets === null) throw new Error('The encoder gave no parameter sets');
      const at = frameTimeUs(frames, fps);
      muxer.addVideoChunkRaw(data, isKey ? 'key' : 'delta', at, frameTimeUs(frames + 1, fps) - at, meta);
      frames += 1;
    },
    addAudio(data) {
      if (audio === null) throw new Error('A movie without a sound track was given sound');
      const { config } = audio;
      const usAt = (packet: number): number => (packet * SAMPLES_PER_PACKET * 1_000_000) / config.sampleRate;
      const meta: EncodedAudioChunkMetadata | undefined =
        packets === 0
          ? {
              decoderConfig: {
                codec: 'mp4a.40.2',
                numberOfChannels: config.channels,
                sampleRate: config.sampleRate,
                description: aacDescription(config),
              },
            }
          : undefined;
      muxer.addAudioChunkRaw(data, 'key', usAt(packets), usAt(packets + 1) - usAt(packets), meta);
      packets += 1;
    },
    finish() {
      if (frames !== shape.frameCount)
        throw new Error(`${frames} frames were written where ${shape.frameCount} were planned`);
      if (audio !== null && packets !== audio.packetCount)
        throw new Error(`${packets} packets of sound were written where ${audio.packetCount} were planned`);
      muxer.finalize();
    },
  };
}

/** Sets the reserved bits of an avcC (ISO/IEC 14496-15, 5.3.3.1.2), which some encoders leave at 0. */
function cleanRecord(record: Uint8Array): Uint8Array {
  const clean = record.slice();
  clean[4] = (clean[4] ?? 0) | 0xfc;
  clean[5] = (clean[5] ?? 0) | 0xe0;
  return clean;
}

function toBytes(source: AllowSharedBufferSource): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
