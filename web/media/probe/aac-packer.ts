/** AAC packets in the form in which MP4 holds them: bare, without the headers (ADTS) that transport streams put in front. */
import { ownBytes } from '../bytes.ts';
import { parseAacConfig, sameAacConfig, type AacConfig, adtsConfig } from '#shared/aac/aac-config.ts';

export type AacPacker = {
  /** The packet's own bytes; null for one that can't stand in the same track as those before it. */
  add(packet: Uint8Array): Uint8Array<ArrayBuffer> | null;
  /** Null before the first packet, and for anything but AAC-LC in packets of 1024 samples. */
  config(): AacConfig | null;
};

/** @param description the AudioSpecificConfig; null where each packet has a header that says as much */
export function createAacPacker(description: Uint8Array | null): AacPacker {
  let config = description === null ? null : parseAacConfig(description);
  return {
    add(packet) {
      if (description !== null) return ownBytes(packet);
      const header = adtsConfig(packet);
      if (header === null || (config !== null && !sameAacConfig(config, header.config))) return null;
      config = header.config;
      return packet.slice(header.bytes);
    },
    config: () => config,
  };
}
