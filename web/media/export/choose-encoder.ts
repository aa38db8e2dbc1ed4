/** Finds the encoder to write a movie with, by trying it: claims of support say little about what comes out. */
import type { Fps } from '#shared/movie/time.ts';
import { ownBytes } from '../bytes.ts';
import { createPlanes } from '../compositor/planes.ts';
import { frameOf } from '../compositor/compose-frames.ts';
import { BT709 } from '../decode/color-tags.ts';
import { MediaFailure } from '../failures.ts';
import type { ExportTarget } from '../worker/protocol.ts';
import { createEncoder } from './encode.ts';
import { videoConfigs } from './video-config.ts';

export type EncoderChoice = {
  config: VideoEncoderConfig;
  /** The configuration record that the encoder gives; null for codecs without one. */
  record: Uint8Array | null;
};

const tried = new Map<string, Promise<EncoderChoice | null>>();

/**
 * The first configuration that gives a picture. Each is tried once in the life of a worker.
 * @throws MediaFailure `no-webcodecs` or `unsupported-encoder`
 */
export async function chooseEncoder(target: ExportTarget, fps: Fps, bitrateBps: number): Promise<EncoderChoice> {
  if (typeof VideoEncoder === 'undefined' || typeof VideoDecoder === 'undefined')
    throw new MediaFailure('no-webcodecs');
  for (const config of videoConfigs(target, fps, bitrateBps)) {
    const key = JSON.stringify(config);
    const trial = tried.get(key) ?? tryConfig(config);
    tried.set(key, trial);
    const choice = await trial;
    if (choice !== null) return choice;
  }
  const { width, height, format } = target;
  throw new MediaFailure('unsupported-encoder', { width, height, format });
}

/** Null where the browser refuses, fails, or says not what it encoded. */
async function tryConfig(config: VideoEncoderConfig): Promise<EncoderChoice | null> {
  const { supported } = await VideoEncoder.isConfigSupported(config);
  if (supported !== true) return null;
  const found: { config: VideoDecoderConfig | null } = { config: null };
  try {
    const encoder = createEncoder(config, (frame) => (found.config ??= frame.config), new AbortController().signal);
    try {
      const black = createPlanes(config.width, config.height);
      await encoder.encode(frameOf(black, BT709, { timestamp: 0, duration: 40_000 }), true);
      await encoder.flush();
    } finally {
      encoder.close();
    }
  } catch (error) {
    // A refusal, or a stream that can't be read, is an answer here.
    if (error instanceof MediaFailure || error instanceof DOMException || error instanceof RangeError) return null;
    throw error;
  }
  if (found.config === null) return null;
  const { description } = found.config;
  return { config, record: description === undefined ? null : ownBytes(description) };
}
