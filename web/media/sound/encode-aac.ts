/** AAC-LC by whichever encoder works here: the browser's own, else WebAssembly. */
import { parseAacConfig, sameAacConfig } from '#shared/aac/aac-config.ts';
import type { AacSettings } from '#shared/sound/aac-settings.ts';
import { decodeAac, delayProbe, findDelay } from './encoder-delay.ts';
import type { EncodedSound, SoundBackend } from '#shared/sound/packet-encoder.ts';
import { createWasmAacEncoder, WASM_AAC_DELAY_SAMPLES } from './wasm-aac-encoder.ts';
import { claimsEncoder, createWebCodecsEncoder } from './webcodecs-encoder.ts';

/** An encoder that is known to work with some settings. */
export type AacBackend = SoundBackend<AbortSignal> & { kind: 'native' | 'wasm' };

/** Whether this browser says that it encodes AAC, or can run the encoder that we bring along. */
export async function claimsAac(): Promise<boolean> {
  if (typeof WebAssembly !== 'undefined') return true;
  return await claimsEncoder({ codec: 'mp4a.40.2', sampleRate: 48_000, numberOfChannels: 2, bitrate: 128_000 });
}

const backends = new Map<string, Promise<AacBackend>>();

/** The best encoder for the settings. The browser's own is tried once with a short sound that is decoded again; the answer is kept. */
export function chooseAacBackend(settings: AacSettings): Promise<AacBackend> {
  const { sampleRate, channels, bitrate } = settings;
  const key = `${sampleRate}/${channels}/${bitrate}`;
  const known = backends.get(key);
  if (known !== undefined) return known;
  const choosing = tryNative(settings).then((native) => native ?? wasmBackend(settings));
  backends.set(key, choosing);
  return choosing;
}

export function wasmBackend(settings: AacSettings): AacBackend {
  return {
    kind: 'wasm',
    delaySamples: WASM_AAC_DELAY_SAMPLES,
    open: (onPacket, signal) => createWasmAacEncoder(settings, onPacket, signal),
  };
}

/**
 * How late sound comes out of an encoder; null where it fails, gives another configuration than asked, or garbles the sound.
 * Claims of support differ from what is delivered, and so do delays (1024, 2048 and 2112 samples are common).
 */
export async function measureAacDelay(open: AacBackend['open'], settings: AacSettings): Promise<number | null> {
  const packets: EncodedSound[] = [];
  try {
    const encoder = await open((packet) => packets.push(packet), new AbortController().signal);
    try {
      await encoder.encode(delayProbe(settings.channels));
      await encoder.finish();
    } finally {
      await encoder.close();
    }
    if (!packets.every(({ description }) => description === null || isAsked(description, settings))) return null;
    return findDelay(
      await decodeAac(
        packets.map(({ data }) => data),
        settings,
      ),
    );
  } catch {
    return null; // Whatever is wrong with it, another encoder is taken.
  }
}

async function tryNative(settings: AacSettings): Promise<AacBackend | null> {
  const config: AudioEncoderConfig = {
    codec: 'mp4a.40.2',
    sampleRate: settings.sampleRate,
    numberOfChannels: settings.channels,
    bitrate: settings.bitrate,
  };
  if (!(await claimsEncoder(config))) return null;
  const open: AacBackend['open'] = (onPacket, signal) =>
    Promise.resolve().then(() => createWebCodecsEncoder(config, onPacket, signal));
  const delaySamples = await measureAacDelay(open, settings);
  return delaySamples === null ? null : { kind: 'native', delaySamples, open };
}

function isAsked(description: Uint8Array, settings: AacSettings): boolean {
  const config = parseAacConfig(description);
  return config !== null && sameAacConfig(config, settings);
}
