/** What every sound encoder here looks like, whoever does the work. */
export type PacketEncoder = {
  /** Takes the next samples (planar, arrays of one length) and waits while the encoder is behind. @throws whatever it fails with, AbortError */
  encode(block: readonly Float32Array[]): Promise<void>;
  /** Gives out the last packets and closes. @throws whatever it fails with, AbortError */
  finish(): Promise<void>;
  /** Lets go of everything; packets that were not given out are lost. May be called at any time and more than once. */
  close(): Promise<void>;
};

export type EncodedSound = {
  data: Uint8Array;
  /** As the encoder says, in microseconds; null where it says nothing. */
  durationUs: number | null;
  /** The codec's configuration record, with the packets that bring one. */
  description: Uint8Array | null;
};

/** An encoder that is known to work with some settings. */
export type SoundBackend<Signal> = {
  /** Samples that a decoder gives before the first one that went in. */
  delaySamples: number;
  /** The caller closes it. @throws whatever it fails with */
  open(onPacket: (packet: EncodedSound) => void, signal: Signal): Promise<PacketEncoder>;
};

/** An encoder gave other packets than its input calls for. */
export class PacketsMissing extends Error {
  override readonly name = 'PacketsMissing';
}
