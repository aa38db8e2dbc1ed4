/** How AAC-LC is encoded. */
export type AacSettings = {
  /** Hertz. */
  sampleRate: number;
  /** 1 or 2. */
  channels: number;
  /** Bits per second. */
  bitrate: number;
};

const BITS_PER_CHANNEL = 80_000;

/** Stereo at 160 kbit/s, mono at half of it. */
export function aacSettings({ sampleRate, channels }: Pick<AacSettings, 'sampleRate' | 'channels'>): AacSettings {
  return { sampleRate, channels, bitrate: BITS_PER_CHANNEL * channels };
}
