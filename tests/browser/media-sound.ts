/** Renders the sound of plans whose scenes are look-alike clips, and compares sounds. */
import { chooseAacBackend, type AacBackend } from '#media/sound/encode-aac.ts';
import { encodeAacRange, type AacRange } from '#shared/sound/encode-aac-range.ts';
import { aacSettings } from '#shared/sound/aac-settings.ts';
import { soundBlocks } from '#media/sound/sound-blocks.ts';
import { openSoundFile } from '#media/sound/open-sound-file.ts';
import { createSoundRenderer, type OpenSound, type SoundRenderer } from '#shared/sound/render.ts';
import { planSound } from '#shared/sound/sound-plan.ts';
import type { SoundSource } from '#shared/sound/sound-layer.ts';
import type { MoviePlan, PlanScene } from '#shared/movie/movie-plan.ts';
import { movie, scene } from '#tests/unit/media/sound/sound-plan-builder.ts';

export const RATE = 48_000;
const FRAME_SAMPLES = RATE / 24;

/** A scene and the file that it plays; null stands for a clip without sound. */
export type SoundScene = { file: Blob | null } & Partial<Omit<PlanScene, 'clip'>> & { frames: number };

export type SoundMovie = {
  renderer: SoundRenderer;
  lengthSamples: number;
  levels: Map<string, number | null>;
  /** Sources that are open now, and the most that were. */
  open: { now: number; most: number };
};

export type MovieOptions = Pick<Partial<MoviePlan>, 'levelling' | 'audio'> & {
  musicFile?: Blob;
  musicSamples?: number;
  channels?: number;
  signal?: AbortSignal;
};

export function soundMovie(scenes: readonly SoundScene[], options: MovieOptions = {}): SoundMovie {
  const { musicFile, musicSamples, channels = 2, signal = new AbortController().signal, ...part } = options;
  const plan = movie(
    scenes.map(({ file, frames, ...rest }, index) =>
      scene({ ...rest, clip: { sha256: `clip-${index}`, frameCount: frames, hasAudio: file !== null } }),
    ),
    part,
  );
  const open = { now: 0, most: 0 };
  const fileOf = (source: SoundSource): Blob | null =>
    source.kind === 'audio' ? (musicFile ?? null) : (scenes[source.index]?.file ?? null);
  const levels = new Map<string, number | null>();
  const sound = planSound(plan, {
    sampleRate: RATE,
    clips: scenes.map(({ file }) => (file === null ? null : { pictureStartUs: 0, endUs: null })),
    audioSamples: plan.audio.map(() => musicSamples ?? null),
  });
  const renderer = createSoundRenderer({
    plan: sound,
    channels,
    signal,
    levels,
    openSound: async (source) => await openTrack(fileOf(source), open, signal),
  });
  return { renderer, lengthSamples: sound.lengthSamples, levels, open };
}

async function openTrack(file: Blob | null, open: SoundMovie['open'], signal: AbortSignal): Promise<OpenSound | null> {
  const sound = file === null ? null : await openSoundFile(file);
  if (sound === null) return null;
  open.now += 1;
  open.most = Math.max(open.most, open.now);
  return {
    blocks: soundBlocks(sound.track, { signal, sceneNumber: 1 }),
    close() {
      open.now -= 1;
      sound.close();
    },
  };
}

/** A range of the movie in one piece, by channel. */
export async function rendered(renderer: SoundRenderer, from: number, to: number): Promise<Float32Array[]> {
  const whole = Array.from({ length: renderer.channels }, () => new Float32Array(to - from));
  let at = 0;
  for await (const block of renderer.render(from, to)) {
    block.forEach((channel, index) => whole[index]?.set(channel, at));
    at += block[0]?.length ?? 0;
  }
  if (at !== to - from) throw new Error(`${at} samples were rendered instead of ${to - from}`);
  return whole;
}

export async function encodedPackets(
  renderer: SoundRenderer,
  range: AacRange,
  backend?: AacBackend,
): Promise<Uint8Array[]> {
  const chosen = backend ?? (await chooseAacBackend(aacSettings(renderer)));
  const packets: Uint8Array[] = [];
  for await (const packet of encodeAacRange(renderer, range, chosen, new AbortController().signal))
    packets.push(packet);
  return packets;
}

/** One channel of interleaved 32-bit samples. */
export async function channelOf(raw: Blob, channel: number, channels = 2): Promise<Float32Array> {
  const all = new Float32Array(await raw.arrayBuffer());
  return Float32Array.from({ length: all.length / channels }, (_, at) => all[at * channels + channel] ?? 0);
}

export function samplesOf(frames: number): number {
  return frames * FRAME_SAMPLES;
}

/** The largest difference of two sounds, over the length of the second. */
export function worstDifference(a: Float32Array, b: Float32Array): number {
  return b.reduce((worst, sample, at) => Math.max(worst, Math.abs(sample - (a[at] ?? 0))), 0);
}

/** By how many samples the first sound is later than the second, where both are most alike. */
export function lagOf(late: Float32Array, early: Float32Array, most = 1500): number {
  let best = { lag: 0, likeness: -Infinity };
  for (let lag = -most; lag <= most; lag += 1) {
    let likeness = 0;
    for (let at = most; at < early.length - most; at += 1) likeness += (late[at + lag] ?? 0) * (early[at] ?? 0);
    if (likeness > best.likeness) best = { lag, likeness };
  }
  return best.lag;
}

export function rms(sound: Float32Array): number {
  return Math.sqrt(sound.reduce((sum, sample) => sum + sample * sample, 0) / sound.length);
}

/** A mono WAV file of 16 bits, to serve as music. */
export function wavFile(samples: Float32Array, sampleRate: number): Blob {
  const view = new DataView(new ArrayBuffer(44 + samples.length * 2));
  const text = (at: number, word: string): void =>
    [...word].forEach((letter, index) => view.setUint8(at + index, letter.charCodeAt(0)));
  text(0, 'RIFF');
  view.setUint32(4, 36 + samples.length * 2, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  text(36, 'data');
  view.setUint32(40, samples.length * 2, true);
  samples.forEach((sample, at) => view.setInt16(44 + at * 2, Math.round(sample * 32_767), true));
  return new Blob([view]);
}
