/** What a file's picture or sound is in where nothing here opens it: a codec that the library passes over, or damage. */
import {
  ALL_FORMATS,
  BlobSource,
  EncodedPacketSink,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
} from 'mediabunny';
import type { ContainerId } from '#shared/own-files/sniff.ts';
import { ownFileWords as words } from '#shared/own-files/words.ts';
import { codecName } from '#shared/words/codec-words.ts';
import { firstVideoTrack } from '../probe/first-tracks.ts';

/** `none`: no picture at all. `known`: in a codec that has a name here, so that something else is wrong with it. */
export type PictureTrack = { kind: 'none' } | { kind: 'known' } | { kind: 'foreign'; codec: string };

/** @throws whatever the library says of a file that is none */
export async function pictureTrackOf(file: Blob): Promise<PictureTrack> {
  const input = new Input({ source: new BlobSource(file), formats: ALL_FORMATS });
  try {
    const track = await firstVideoTrack(input);
    if (track === null) return { kind: 'none' };
    if ((await track.getCodec()) === null) return { kind: 'foreign', codec: await codecWordOf(track) };
    // A track that was announced and never filled shows nothing.
    const first = await new EncodedPacketSink(track).getFirstPacket({ metadataOnly: true });
    return first === null ? { kind: 'none' } : { kind: 'known' };
  } finally {
    input.dispose();
  }
}

/** As people know it; the file's own name for it where it has no other. */
export async function codecWordOf(track: InputVideoTrack | InputAudioTrack): Promise<string> {
  const id = await track.getInternalCodecId();
  const own = typeof id === 'string' ? id.trim() : '';
  // Sound that its file doesn't describe has a codec all the same, but no exact name.
  const exact = await track.getCodecParameterString().catch(() => null);
  const names = [exact, await track.getCodec(), own].filter((name) => name !== null && name !== '');
  return names.map((name) => codecName(name ?? '')).find((name) => name !== null) ?? names[0] ?? words.unknownCodec;
}

/** Format tags of WAV files that hold something else than plain samples (RFC 2361). */
const WAVE_CODECS: Readonly<Record<number, string>> = {
  0x02: 'adpcm',
  0x11: 'adpcm',
  0x31: 'gsm',
  0x55: 'mp3',
  0x161: 'wma',
};

/** The codec in sound files of which the library reads no track, by how they begin; null for any other. */
export function codecOfHead(head: Uint8Array, container: ContainerId): string | null {
  if (container === 'ogg')
    return String.fromCharCode(...head.subarray(28, 36)) === 'Speex   ' ? codecName('speex') : null;
  if (container !== 'wav' || String.fromCharCode(...head.subarray(12, 16)) !== 'fmt ') return null;
  return codecName(WAVE_CODECS[new DataView(head.buffer, head.byteOffset, head.byteLength).getUint16(20, true)]);
}
