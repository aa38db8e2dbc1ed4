/** The facts of a clip as the reading library tells them: for files that our own index reader does not understand. */
import { EncodedPacketSink, type EncodedPacket, type InputAudioTrack, type InputVideoTrack } from 'mediabunny';
import { ownBytes } from '../bytes.ts';
import { blobSource } from '#shared/mp4/byte-source.ts';
import { hasContentCredentials } from '#shared/mp4/top-level.ts';
import { parseAacConfig } from '#shared/aac/aac-config.ts';
import { soundConfig } from '../sound/sound-decoding.ts';
import type { AudioFacts, ClipFacts, Turn, VideoFacts } from '#shared/clip/clip-facts.ts';
import { frameRateOfUs } from '#shared/clip/frame-rate.ts';
import type { ClipTracks } from './clip-tracks.ts';

/** Frames up to this far before 0 count as standing at 0: times are stored in ticks and read as seconds. */
const EPSILON_US = 100;

/** @throws Error that says what is wrong with the file */
export async function factsFromTracks(blob: Blob, { video, audio }: ClipTracks): Promise<ClipFacts> {
  return {
    sizeBytes: blob.size,
    video: await readVideoFacts(video),
    audio: audio === null ? null : await readAudioFacts(audio),
    hasContentCredentials: await hasContentCredentials(blobSource(blob)),
  };
}

async function readVideoFacts(track: InputVideoTrack): Promise<VideoFacts> {
  const config = await track.getDecoderConfig();
  if (config === null) throw new Error('The picture is in no known codec');
  const packets = (await listPackets(track)).filter(({ timestamp }) => toUs(timestamp) >= -EPSILON_US);
  const shown = packets.toSorted((a, b) => a.timestamp - b.timestamp);
  const last = shown.at(-1);
  if (last === undefined) throw new Error('The picture has no frames');
  const frameTimesUs = shown.map(({ timestamp }) => toUs(timestamp));
  const color = await track.getColorSpace();
  const turn = await turnOf(track);
  const seconds = last.timestamp + last.duration;
  return {
    codec: config.codec,
    description: config.description === undefined ? null : ownBytes(config.description),
    codedWidth: await track.getCodedWidth(),
    codedHeight: await track.getCodedHeight(),
    turn,
    width: await track.getDisplayWidth(),
    height: await track.getDisplayHeight(),
    fps: frameRateOfUs(frameTimesUs, toUs(seconds)),
    frameCount: shown.length,
    frameTimesUs,
    keyFrames: shown.flatMap((packet, index) => (packet.type === 'key' ? [index] : [])),
    color: {
      primaries: color.primaries ?? null,
      transfer: color.transfer ?? null,
      matrix: color.matrix ?? null,
      fullRange: color.fullRange ?? null,
    },
    bitrateBps: seconds > 0 ? (packets.reduce((sum, { byteLength }) => sum + byteLength, 0) * 8) / seconds : 0,
    stored: null,
    copyRefusal: turn === null ? 'codec' : 'rotation',
    shareable: null,
  };
}

async function turnOf(track: InputVideoTrack): Promise<Turn | null> {
  const [degrees, isMirrored] = [await track.getRotation(), await track.getFlip()];
  return degrees === 0 && !isMirrored ? null : { degrees, isMirrored };
}

/** Null for sound without packets. What nobody here can decode has facts all the same, or it would be left out unsaid. */
export async function readAudioFacts(track: InputAudioTrack): Promise<AudioFacts | null> {
  const config = await soundConfig(track).catch(() => null);
  const sampleRate = config?.sampleRate ?? (await track.getSampleRate());
  const packets = await listPackets(track);
  const heard = packets.filter(({ timestamp }) => toUs(timestamp) >= -EPSILON_US);
  const first = heard[0];
  if (first === undefined) return null;
  const description = config?.codec === 'mp4a.40.2' ? config.description : undefined;
  return {
    codec: config?.codec ?? (await nameOf(track)),
    sampleRate,
    channels: config?.numberOfChannels ?? (await track.getNumberOfChannels()),
    aac: description === undefined ? null : parseAacConfig(ownBytes(description)),
    primingPackets: packets.length - heard.length,
    packetCount: heard.length,
    firstSample: Math.max(0, Math.round(first.timestamp * sampleRate)),
    endSeconds: heard.reduce((end, { timestamp, duration }) => Math.max(end, timestamp + duration), 0),
    stored: null,
  };
}

async function nameOf(track: InputAudioTrack): Promise<string> {
  const id = await track.getInternalCodecId();
  return (await track.getCodec()) ?? (typeof id === 'string' ? id : 'unknown');
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
