/** Opens a clip's file by ranges (its index may stand at the end) and reads its facts, never its media bytes. */
import {
  ALL_FORMATS,
  BlobSource,
  EncodedPacketSink,
  Input,
  type EncodedPacket,
  type InputAudioTrack,
  type InputVideoTrack,
} from 'mediabunny';
import { MediaFailure } from '../failures.ts';
import { parseAacConfig } from './aac-config.ts';
import type { AudioFacts, ClipFacts, VideoFacts } from './clip-facts.ts';
import { frameRateOf } from './frame-rate.ts';

export type OpenClip = {
  facts: ClipFacts;
  videoTrack: InputVideoTrack;
  audioTrack: InputAudioTrack | null;
  /** Ends the reading of the file. */
  close(): void;
};

/** Frames up to this far before 0 count as standing at 0: times are stored in ticks and read as seconds. */
const EPSILON_US = 100;

/**
 * The caller closes the clip.
 * @throws MediaFailure `source-unreadable` for what is no video, has no picture, or is cut off
 */
export async function openClip(blob: Blob, sceneNumber?: number): Promise<OpenClip> {
  const input = new Input({ source: new BlobSource(blob), formats: ALL_FORMATS });
  try {
    const videoTrack = await input.getPrimaryVideoTrack();
    if (videoTrack === null) throw new Error('The file has no picture');
    const audioTrack = await input.getPrimaryAudioTrack();
    const facts: ClipFacts = {
      sizeBytes: blob.size,
      video: await readVideoFacts(videoTrack),
      audio: audioTrack === null ? null : await readAudioFacts(audioTrack),
    };
    return { facts, videoTrack, audioTrack, close: () => input.dispose() };
  } catch (error) {
    input.dispose();
    throw unreadable(error, sceneNumber);
  }
}

/** Wraps whatever a reader or decoder says of a broken file. */
export function unreadable(error: unknown, sceneNumber?: number): MediaFailure {
  const detail = error instanceof Error ? error.message : String(error);
  return new MediaFailure(
    'source-unreadable',
    { ...(sceneNumber === undefined ? {} : { sceneNumber }), detail },
    error,
  );
}

async function readVideoFacts(track: InputVideoTrack): Promise<VideoFacts> {
  const config = await track.getDecoderConfig();
  if (config === null) throw new Error('The picture is in no known codec');
  if ((await track.getRotation()) !== 0) throw new Error('The picture is stored turned');
  const packets = (await listPackets(track)).filter(({ timestamp }) => toUs(timestamp) >= -EPSILON_US);
  const shown = packets.toSorted((a, b) => a.timestamp - b.timestamp);
  const last = shown.at(-1);
  if (last === undefined) throw new Error('The picture has no frames');
  const frameTimesUs = shown.map(({ timestamp }) => toUs(timestamp));
  const color = await track.getColorSpace();
  const seconds = last.timestamp + last.duration;
  return {
    codec: config.codec,
    description: config.description === undefined ? null : bytesOf(config.description),
    codedWidth: await track.getCodedWidth(),
    codedHeight: await track.getCodedHeight(),
    width: await track.getDisplayWidth(),
    height: await track.getDisplayHeight(),
    fps: frameRateOf(frameTimesUs, toUs(last.duration)),
    frameCount: shown.length,
    frameTimesUs,
    keyFrames: shown.flatMap((packet, index) => (packet.type === 'key' ? [index] : [])),
    isReordered: packets.some((packet, index) => packet !== shown[index]),
    color: {
      primaries: color.primaries ?? null,
      transfer: color.transfer ?? null,
      matrix: color.matrix ?? null,
      fullRange: color.fullRange ?? null,
    },
    bitrateBps: seconds > 0 ? (packets.reduce((sum, { byteLength }) => sum + byteLength, 0) * 8) / seconds : 0,
  };
}

async function readAudioFacts(track: InputAudioTrack): Promise<AudioFacts | null> {
  const config = await track.getDecoderConfig();
  if (config === null) return null;
  const sampleRate = await track.getSampleRate();
  const packets = await listPackets(track);
  const heard = packets.filter(({ timestamp }) => toUs(timestamp) >= -EPSILON_US);
  const first = heard[0];
  if (first === undefined) return null;
  const isAac = config.codec === 'mp4a.40.2' && config.description !== undefined;
  return {
    codec: config.codec,
    sampleRate,
    channels: await track.getNumberOfChannels(),
    aac: isAac && config.description !== undefined ? parseAacConfig(bytesOf(config.description)) : null,
    primingPackets: packets.length - heard.length,
    packetCount: heard.length,
    firstSample: Math.max(0, Math.round(first.timestamp * sampleRate)),
  };
}

/** Times and sizes of a track's packets in stored order; their bytes are not read. */
async function listPackets(track: InputVideoTrack | InputAudioTrack): Promise<EncodedPacket[]> {
  const packets: EncodedPacket[] = [];
  for await (const packet of new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true }))
    packets.push(packet);
  return packets;
}

/** Seconds to whole microseconds. Packets are told apart by this number, so every part of the engine uses it. */
export function toUs(seconds: number): number {
  return Math.round(seconds * 1_000_000);
}

function bytesOf(source: AllowSharedBufferSource): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength).slice()
    : new Uint8Array(source).slice();
}
