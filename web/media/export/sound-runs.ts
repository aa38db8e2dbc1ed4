/** Carries out the planned sound: packets copied, encoded from the rendered mix, or silent. */
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { MediaFailure } from '../failures.ts';
import type { AacConfig } from '../probe/aac-config.ts';
import type { OpenClip } from '../probe/open-clip.ts';
import { aacSettings } from '../sound/aac-settings.ts';
import { encodeAacRange } from '../sound/encode-aac-range.ts';
import { chooseAacBackend } from '../sound/encode-aac.ts';
import { openSoundFile, type SoundFile } from '../sound/open-sound-file.ts';
import { createSoundRenderer, type SoundRenderer } from '../sound/render.ts';
import { clipSoundOf, planSound, type SoundSource } from '../sound/sound-plan.ts';
import { packed, runOfSegment, type PacketRun } from './packet-run.ts';
import type { AudioPlan, AudioRun } from './plan-types.ts';
import type { Segment, SegmentStore } from './segments.ts';
import { hashOf } from './stretch-key.ts';

export type SoundWork = {
  movie: MoviePlan;
  /** By position in the plan's scenes. */
  clips: readonly OpenClip[];
  /** The file of the music; null where there is none. */
  music: Blob | null;
  segments: SegmentStore;
  /** Called as packets are encoded, with how many. */
  onPackets: (packets: number) => void;
  signal: AbortSignal;
};

export type SoundRuns = {
  runs: PacketRun[];
  /** Which encoder made the encoded ones; null where all were copied. */
  encoder: 'native' | 'wasm' | null;
};

/** Packets from -1 on, as planned. @throws MediaFailure, whatever the store says, or an AbortError */
export async function aacRuns(work: SoundWork, audio: AudioPlan): Promise<SoundRuns> {
  const settings = aacSettings(audio.config);
  const backend = audio.runs.some(({ kind }) => kind !== 'copy') ? await chooseAacBackend(settings) : null;
  const silence = createSilence(audio.config, work.signal);
  const renderer = createLazyRenderer(work, audio.config);
  try {
    const runs: PacketRun[] = [];
    for (const run of audio.runs) {
      work.signal.throwIfAborted();
      if (run.kind === 'copy') runs.push(copiedRun(work.clips, run));
      else if (run.kind === 'silence') runs.push(await silence(run.packetCount));
      else if (backend !== null) {
        const key = await hashOf({ sound: soundOf(work.movie), settings, encoder: backend.kind, run });
        const kept = await work.segments.read(key);
        if (kept !== null) work.onPackets(run.packetCount);
        const segment =
          kept ??
          (await writeSegment(work, key, encodeAacRange(await renderer.open(), rangeOf(run), backend, work.signal)));
        runs.push({ ...runOfSegment(segment, null), isSync: null });
      }
    }
    return { runs, encoder: backend?.kind ?? null };
  } finally {
    await renderer.close();
  }
}

/** The range of which the run's first packet is the one in front. */
function rangeOf({ firstPacket, packetCount }: AudioRun): { fromPacket: number; packetCount: number } {
  return { fromPacket: firstPacket + 1, packetCount: packetCount - 1 };
}

async function writeSegment(work: SoundWork, key: string, packets: AsyncGenerator<Uint8Array>): Promise<Segment> {
  const writer = await work.segments.write(key);
  try {
    const sizes: number[] = [];
    for await (const packet of packets) {
      writer.add(packet);
      sizes.push(packet.length);
      work.onPackets(1);
    }
    return await writer.finish({
      codec: 'mp4a.40.2',
      description: null,
      sizes,
      keys: [],
      shown: null,
      timesUs: null,
      sample: null,
    });
  } finally {
    await writer.discard();
  }
}

function copiedRun(clips: readonly OpenClip[], run: Extract<AudioRun, { kind: 'copy' }>): PacketRun {
  const clip = clips[run.scene];
  const audio = clip?.facts.audio ?? null;
  if (clip === undefined || audio === null || audio.stored === null)
    throw new RangeError(`The sound of scene ${run.scene} can’t be copied`);
  return {
    ...audio.stored,
    blob: clip.blob,
    first: audio.primingPackets + run.clipPacket,
    count: run.packetCount,
    rewrite: null,
    isSync: null,
    shown: null,
  };
}

/** Packets of silence in mid-stream: one that is fit to stand anywhere, encoded once, as often as asked. */
function createSilence(config: AacConfig, signal: AbortSignal): (packets: number) => Promise<PacketRun> {
  let one: Promise<Uint8Array> | null = null;
  return async (packets) => {
    one ??= encodeSilence(config, signal);
    const packet = await one;
    const bytes = new Uint8Array(packet.length * packets);
    for (let at = 0; at < packets; at += 1) bytes.set(packet, at * packet.length);
    const sizes = new Uint32Array(packets).fill(packet.length);
    return {
      blob: new Blob([bytes]),
      ...packed(sizes),
      first: 0,
      count: packets,
      rewrite: null,
      isSync: null,
      shown: null,
    };
  };
}

async function encodeSilence(config: AacConfig, signal: AbortSignal): Promise<Uint8Array> {
  const silent: Pick<SoundRenderer, 'render'> = {
    async *render(from, to) {
      yield Array.from({ length: config.channels }, () => new Float32Array(to - from));
    },
  };
  const backend = await chooseAacBackend(aacSettings(config));
  const range = { fromPacket: 1, packetCount: 1 };
  let last: Uint8Array | null = null;
  for await (const packet of encodeAacRange(silent, range, backend, signal)) last = packet;
  if (last === null) throw new MediaFailure('encoder-failed', { detail: 'sound: no packet of silence' });
  return last;
}

/** What the rendered sound depends on. */
export function soundOf(movie: MoviePlan) {
  return {
    fps: movie.fps,
    frameCount: movie.frameCount,
    music: movie.music,
    levelling: movie.levelling,
    scenes: movie.scenes.map(({ clip, inFrame, outFrame, startFrame, frameCount, gainDb, muted, transition }) => ({
      sha256: clip.sha256,
      inFrame,
      outFrame,
      startFrame,
      frameCount,
      gainDb,
      muted,
      transition,
    })),
  };
}

export type LazyRenderer = { open(): Promise<SoundRenderer>; close(): Promise<void> };

/** A renderer of the movie's sound that is made when first asked for. The caller closes it, opened or not. */
export function createLazyRenderer(work: SoundWork, config: AacConfig): LazyRenderer {
  let opened: { renderer: SoundRenderer; music: SoundFile | null } | null = null;
  return {
    async open() {
      if (opened !== null) return opened.renderer;
      const music = work.music === null ? null : await openMusic(work.music);
      const plan = planSound(work.movie, {
        sampleRate: config.sampleRate,
        clips: work.clips.map(({ facts }) => clipSoundOf(facts)),
        musicSamples: music === null ? null : Math.round(music.durationSeconds * config.sampleRate),
      });
      const openSound = async (source: SoundSource) => {
        if (source.kind === 'music') return music === null ? null : { track: music.track, close: () => undefined };
        const track = (await work.clips[source.index]?.tracks())?.audio ?? null;
        const sceneNumber = work.movie.scenes[source.index]?.sceneNumber;
        if (track === null) return null;
        return { track, ...(sceneNumber === undefined ? {} : { sceneNumber }), close: () => undefined };
      };
      const renderer = createSoundRenderer({ plan, channels: config.channels, openSound, signal: work.signal });
      opened = { renderer, music };
      return renderer;
    },
    async close() {
      await opened?.renderer.close();
      opened?.music?.close();
    },
  };
}

/** @throws MediaFailure `music-unreadable` */
async function openMusic(file: Blob): Promise<SoundFile> {
  try {
    const music = await openSoundFile(file);
    if (music !== null) return music;
  } catch (error) {
    if (error instanceof MediaFailure) throw new MediaFailure('music-unreadable', error.facts, error);
    throw error;
  }
  throw new MediaFailure('music-unreadable', { detail: 'the file has no sound' });
}
