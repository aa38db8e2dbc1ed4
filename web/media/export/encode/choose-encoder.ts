/** Finds the encoder to write a movie with, by trying it: claims of support say little about what comes out. */
import type { Fps } from '#shared/movie/time.ts';
import { ownBytes } from '#media/bytes.ts';
import { createPlanes } from '#media/compositor/planes.ts';
import { frameOf } from '#media/compositor/compose-frames.ts';
import { BT709 } from '#shared/color/color-tags.ts';
import { MediaFailure, missingInterfaces } from '#media/failures.ts';
import type { ExportTarget } from '#shared/export-plan/export-target.ts';
import { createEncoder } from './encoder.ts';
import { videoConfigs } from './video-config.ts';

export type EncoderChoice = {
  config: VideoEncoderConfig;
  /** The configuration record that the encoder gives; null for codecs without one. */
  record: Uint8Array | null;
};

/** What gave a picture once. A refusal is not kept: an encoder may be busy for a while. */
const working = new Map<string, EncoderChoice>();

/**
 * The first configuration that gives a picture. What works is tried once in the life of a worker.
 * @throws MediaFailure `no-webcodecs` or `unsupported-encoder`
 */
export async function chooseEncoder(target: ExportTarget, fps: Fps, bitrateBps: number): Promise<EncoderChoice> {
  const missing = missingInterfaces(['VideoEncoder', 'VideoDecoder']);
  if (missing.length > 0) throw new MediaFailure('no-webcodecs', { missing });
  for (const config of videoConfigs(target, fps, bitrateBps)) {
    const key = JSON.stringify(config);
    const choice = working.get(key) ?? (await tryConfig(config));
    if (choice === null) continue;
    working.set(key, choice);
    return choice;
  }
  const { width, height, format } = target;
  throw new MediaFailure('unsupported-encoder', { width, height, format });
}

/** What the encoder says of its stream while it writes a movie counts for more than what it said in the trial. */
export function correctRecord(config: VideoEncoderConfig, record: Uint8Array | null): void {
  working.set(JSON.stringify(config), { config, record });
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
