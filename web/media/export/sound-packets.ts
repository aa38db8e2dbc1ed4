/** Carries out the planned sound of one scene: as many packets as planned, whatever the clip has. */
import { EncodedPacketSink } from 'mediabunny';
import { readClipSound } from '../decode/clip-sound.ts';
import type { AacConfig } from '../probe/aac-config.ts';
import { unreadable, type OpenClip } from '../probe/open-clip.ts';
import { encodeAac, encodeSilence } from './encode-aac.ts';
import { SAMPLES_PER_PACKET, type AudioStretch } from './plan-export.ts';

export type SoundScene = { gainDb: number; sceneNumber: number };

export type SoundMaker = {
  /** Exactly `stretch.packetCount` packets. The clip stays the caller's. @throws MediaFailure, or an AbortError */
  packetsOf(stretch: AudioStretch, clip: OpenClip, scene: SoundScene): Promise<Uint8Array[]>;
};

/** One for a movie: the packet of silence is encoded once. */
export function createSoundMaker(config: AacConfig, signal: AbortSignal): SoundMaker {
  let silence: Promise<Uint8Array> | null = null;
  const silent = async (count: number): Promise<Uint8Array[]> => {
    if (count <= 0) return [];
    silence ??= encodeSilence(config, signal);
    return Array.from<Uint8Array>({ length: count }).fill(await silence);
  };
  return {
    async packetsOf(stretch, clip, scene) {
      signal.throwIfAborted();
      switch (stretch.kind) {
        case 'silence':
          return await silent(stretch.packetCount);
        case 'copy': {
          const packets = await copyPackets(clip, stretch.clipPacket, stretch.packetCount, scene);
          // Sound that ends before the picture goes on as silence.
          return [...packets, ...(await silent(stretch.packetCount - packets.length))];
        }
        case 'encode': {
          const range = {
            start: stretch.clipSample,
            length: stretch.packetCount * SAMPLES_PER_PACKET,
            end: stretch.clipEndSample,
          };
          const sound = await readClipSound(clip, config, range, signal, scene.sceneNumber);
          return await encodeAac(
            scene.gainDb === 0 ? sound : sound.map((channel) => amplified(channel, scene.gainDb)),
            config,
            signal,
          );
        }
      }
    },
  };
}

/** Packets of the clip from number `first` after its priming; fewer where the clip has no more. */
async function copyPackets(
  clip: OpenClip,
  first: number,
  count: number,
  { sceneNumber }: SoundScene,
): Promise<Uint8Array[]> {
  const { audio } = clip.facts;
  if (clip.audioTrack === null || audio === null || first >= audio.packetCount) return [];
  const packets: Uint8Array[] = [];
  try {
    const sink = new EncodedPacketSink(clip.audioTrack);
    // The middle of the packet, because times are rounded.
    const start = await sink.getPacket((audio.firstSample + (first + 0.5) * SAMPLES_PER_PACKET) / audio.sampleRate);
    if (start === null) return [];
    for await (const packet of sink.packets(start)) {
      packets.push(packet.data);
      if (packets.length === count) break;
    }
  } catch (error) {
    throw unreadable(error, sceneNumber);
  }
  return packets;
}

/** Louder or softer, kept within full scale. */
function amplified(channel: Float32Array, gainDb: number): Float32Array<ArrayBuffer> {
  const factor = 10 ** (gainDb / 20);
  return Float32Array.from(channel, (sample) => Math.max(-1, Math.min(1, sample * factor)));
}
