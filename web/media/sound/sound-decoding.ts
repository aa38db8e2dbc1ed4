/** How the sound of a file is decoded, where the library's own way would fail or would put it in the wrong place. */
import { EncodedPacketSink, IsobmffInputFormat, OggInputFormat, type InputAudioTrack } from 'mediabunny';
import { ownBytes } from '../bytes.ts';
import { aacDescription, aacFrameKind } from '#shared/aac/aac-config.ts';

export type SoundDecoding = {
  config: AudioDecoderConfig;
  /** By how many samples sound stands earlier than its packets' times say: from the file's first packet on, and from a later one. */
  earlySamples: { first: number; later: number };
  /** Samples at the file's start that only prepare the decoder: never heard, however late the file begins. */
  primingSamples?: number;
  /** Whether the first packet that a decoder gets only prepares the second one, whose time is then that of the first sound. */
  isFirstPacketSilent?: boolean;
};

/** Position of the pre-skip in an OpusHead, 16 bits little-endian (RFC 7845, section 5.1). */
const PRE_SKIP_AT = 10;

/** Null where the library decodes as it should. @throws whatever reading says */
export async function soundDecoding(track: InputAudioTrack): Promise<SoundDecoding | null> {
  const codec = await track.getCodec();
  if (codec === 'opus') return await opusDecoding(track);
  if (codec === 'vorbis') return await vorbisDecoding(track);
  return codec === 'aac' ? await aacDecoding(track) : null;
}

/** What decodes a track; null where nothing is known that does. */
export async function soundConfig(track: InputAudioTrack): Promise<AudioDecoderConfig | null> {
  const own = await soundDecoding(track);
  return own === null ? await track.getDecoderConfig() : own.config;
}

/** Whether this browser can decode a track, asked of its exact configuration. */
export async function canDecodeSound(track: InputAudioTrack): Promise<boolean> {
  const own = await soundDecoding(track);
  if (own === null) return await track.canDecode();
  if (typeof AudioDecoder === 'undefined') return false;
  return (await AudioDecoder.isConfigSupported(own.config)).supported === true;
}

/**
 * Decoders drop the pre-skip and give what follows the time of the first packet. In MP4 that packet stands before time 0
 * already, by just the pre-skip, so all sound would come that much early. Here nothing is dropped by the decoder; in the
 * other containers, whose times begin with the first packet, all sound is moved instead. In Ogg the library has only that
 * packet too late: it tells it shorter by the pre-skip.
 */
async function opusDecoding(track: InputAudioTrack): Promise<SoundDecoding | null> {
  const config = await track.getDecoderConfig();
  if (config?.description === undefined) return null;
  const head = ownBytes(config.description).slice();
  const preSkip = (head[PRE_SKIP_AT] ?? 0) + 256 * (head[PRE_SKIP_AT + 1] ?? 0);
  head.fill(0, PRE_SKIP_AT, PRE_SKIP_AT + 2);
  const format = await track.input.getFormat();
  const first = format instanceof IsobmffInputFormat ? 0 : preSkip;
  const later = format instanceof OggInputFormat ? 0 : first;
  return { config: { ...config, description: head }, earlySamples: { first, later }, primingSamples: preSkip };
}

/**
 * A packet of Vorbis is heard together with the one before it (Vorbis I, section 4.3.8), so nothing comes of the first. Browsers
 * give what comes of the second the first one's time, 3 ms early. Times in Ogg are those of what was heard already.
 */
async function vorbisDecoding(track: InputAudioTrack): Promise<SoundDecoding | null> {
  const config = await track.getDecoderConfig();
  if (config === null || (await track.input.getFormat()) instanceof OggInputFormat) return null;
  return { config, earlySamples: NONE, isFirstPacketSilent: true };
}

const NONE = { first: 0, later: 0 };

/** For AAC whose file does not describe it: what its frames say. */
async function aacDecoding(track: InputAudioTrack): Promise<SoundDecoding | null> {
  if (await hasDecoderConfig(track)) return null;
  const first = await new EncodedPacketSink(track).getFirstPacket();
  const entry = { sampleRate: await track.getSampleRate(), channels: await track.getNumberOfChannels() };
  const kind = first === null ? null : aacFrameKind(first.data, entry);
  if (kind === null) return null;
  if (kind.kind === 'raw') {
    const { sampleRate, channels } = kind.config;
    const description = aacDescription(kind.config);
    return { config: { codec: 'mp4a.40.2', sampleRate, numberOfChannels: channels, description }, earlySamples: NONE };
  }
  const codec = `mp4a.40.${kind.objectType}`;
  return { config: { codec, sampleRate: kind.sampleRate, numberOfChannels: kind.channels }, earlySamples: NONE };
}

/** The library refuses to name the codec of AAC that is not described. */
async function hasDecoderConfig(track: InputAudioTrack): Promise<boolean> {
  try {
    return (await track.getDecoderConfig()) !== null;
  } catch {
    return false;
  }
}
