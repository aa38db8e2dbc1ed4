/** The movie's sound: rendered by the shared code from what ffmpeg decodes, then encoded by ffmpeg. */
import type { AudioPlan, AudioRun } from '#shared/export-plan/plan-types.ts';
import { copiedSound } from '#shared/join/copied-runs.ts';
import { packed, type PacketRun } from '#shared/join/packet-run.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import type { ByteSource } from '#shared/mp4/byte-source.ts';
import { aacSettings } from '#shared/sound/aac-settings.ts';
import { encodeAacRange } from '#shared/sound/encode-aac-range.ts';
import { encodeOpusRange } from '#shared/sound/encode-opus-range.ts';
import { OPUS_SAMPLE_RATE, opusPacketCount } from '#shared/sound/opus.ts';
import { createSoundRenderer, type SoundRenderer } from '#shared/sound/render.ts';
import { clipSoundOf, planSound } from '#shared/sound/sound-plan.ts';
import type { SoundBlock, SoundFormat } from '#shared/sound/sound-stream.ts';
import { MovieWriteError } from '../port.ts';
import { writerWords } from '../words.ts';
import { soundBlocks, soundSeconds, type SoundFile } from './decode-sound.ts';
import { aacBackend, opusBackend } from './encode-sound.ts';
import { isMonoInStereoFile } from './mono-in-stereo.ts';
import type { OpenClip } from './open-clips.ts';
import { FfmpegError, type Ffmpeg } from './run-ffmpeg.ts';

export type SoundWork = {
  /** Null where the server has none: then nothing of the sound is encoded. */
  ffmpeg: Ffmpeg | null;
  movie: MoviePlan;
  clips: readonly OpenClip[];
  /** Positions of scenes whose sound can't be decoded. */
  undecodable: ReadonlySet<number>;
  /** Paths of the plan's music and voice-overs, in its order. */
  audio: readonly string[];
  /** Called as packets are encoded, with how many. */
  onPackets: (packets: number) => void;
  signal: AbortSignal;
};

export type SoundRuns = { runs: PacketRun[]; isEncoded: boolean };

/** Packets from -1 on, as planned. @throws MovieWriteError, whatever reading says, or an AbortError */
export async function aacRuns(work: SoundWork, audio: AudioPlan): Promise<SoundRuns> {
  const encoded = createEncodedRuns(work, audio);
  try {
    const runs: PacketRun[] = [];
    for (const run of audio.runs) {
      work.signal.throwIfAborted();
      runs.push(run.kind === 'copy' ? copiedRun(work, run) : await encoded.runOf(run));
    }
    return { runs, isEncoded: audio.runs.some(({ kind }) => kind !== 'copy') };
  } finally {
    await encoded.close();
  }
}

function copiedRun({ clips }: SoundWork, run: Extract<AudioRun, { kind: 'copy' }>): PacketRun {
  const clip = clips[run.scene];
  if (clip === undefined) throw new RangeError(`Scene ${run.scene} has no open clip`);
  return copiedSound(clip.source, clip.facts, run);
}

function createEncodedRuns(work: SoundWork, { config }: AudioPlan) {
  let renderer: SoundRenderer | null = null;
  const silent: Pick<SoundRenderer, 'render'> = {
    async *render(from, to) {
      yield await Promise.resolve(Array.from({ length: config.channels }, () => new Float32Array(to - from)));
    },
  };
  return {
    async runOf({ kind, firstPacket, packetCount }: AudioRun): Promise<PacketRun> {
      const backend = aacBackend(needed(work), aacSettings(config));
      if (kind === 'silence') {
        const [, packet] = await collected(
          encodeAacRange(silent, { fromPacket: 1, packetCount: 1 }, backend, work.signal),
        );
        if (packet === undefined) throw new MovieWriteError(writerWords.soundEncoder);
        return packedRun(Array.from({ length: packetCount }, () => packet));
      }
      renderer ??= await openRenderer(work, config);
      // The first packet of a run is the one in front of its range.
      const range = { fromPacket: firstPacket + 1, packetCount: packetCount - 1 };
      const packets = encodeAacRange(renderer, range, backend, work.signal);
      return packedRun(await collected(packets, work.onPackets));
    },
    close: async (): Promise<void> => renderer?.close(),
  };
}

/** All of the movie's sound as Opus, from its start on. @throws MovieWriteError, whatever reading says, or an AbortError */
export async function opusPackets(work: SoundWork, channels: number): Promise<Uint8Array[]> {
  const renderer = await openRenderer(work, { sampleRate: OPUS_SAMPLE_RATE, channels });
  try {
    const range = { from: 0, to: opusPacketCount(work.movie) };
    return await collected(
      encodeOpusRange(renderer, range, opusBackend(needed(work), channels), work.signal),
      work.onPackets,
    );
  } finally {
    await renderer.close();
  }
}

function needed({ ffmpeg }: SoundWork): Ffmpeg {
  if (ffmpeg === null) throw new MovieWriteError(writerWords.noFfmpeg);
  return ffmpeg;
}

/** The mix before it is encoded. The caller closes it. @throws MovieWriteError for music that can’t be read */
export async function openRenderer(work: SoundWork, { sampleRate, channels }: SoundFormat): Promise<SoundRenderer> {
  const { movie, clips, undecodable, audio, signal } = work;
  const ffmpeg = needed(work);
  const known = new Map<string, Music>();
  for (const [index, path] of audio.entries())
    if (!known.has(path)) known.set(path, await openMusic(ffmpeg, path, movie.audio[index]?.name ?? ''));
  const plan = planSound(movie, {
    sampleRate,
    clips: clips.map(({ facts }, index) => (undecodable.has(index) ? null : clipSoundOf(facts))),
    audioSamples: audio.map((path) => Math.round((known.get(path)?.seconds ?? 0) * sampleRate)),
  });
  return createSoundRenderer({
    plan,
    channels,
    signal,
    async openSound(source) {
      const close = (): void => undefined;
      if (source.kind === 'audio') {
        const [path = '', piece] = [audio[source.index], movie.audio[source.index]];
        const music = known.get(path);
        if (music === undefined || piece === undefined) return null;
        const failed = (cause: unknown): MovieWriteError => musicFailed(piece.name, cause);
        return { blocks: blaming(soundBlocks(ffmpeg, music.file), failed), close };
      }
      const [clip, scene] = [clips[source.index], movie.scenes[source.index]];
      if (clip === undefined || scene === undefined || clip.facts.audio === null) return null;
      const { codec } = clip.facts.audio;
      const { source: file, isMonoInStereo } = clip;
      const sound = soundBlocks(ffmpeg, { path: file.path, kind: 'clip', isMonoInStereo });
      const failed = (cause: unknown): MovieWriteError => {
        const { sceneNumber: number } = scene;
        return new MovieWriteError(writerWords.undecodableSound({ number, codec }), number, { cause });
      };
      return { blocks: blaming(sound, failed), close };
    },
  });
}

type Music = { file: SoundFile; seconds: number };

async function openMusic(ffmpeg: Ffmpeg, path: string, name: string): Promise<Music> {
  try {
    const file: SoundFile = { path, kind: 'music', isMonoInStereo: await isMonoInStereoFile(path) };
    return { file, seconds: await soundSeconds(ffmpeg, file) };
  } catch (error) {
    throw error instanceof FfmpegError ? musicFailed(name, error) : error;
  }
}

function musicFailed(name: string, cause: unknown): MovieWriteError {
  return new MovieWriteError(writerWords.music({ name }), null, { cause });
}

async function* blaming(
  blocks: AsyncGenerator<SoundBlock, void>,
  failed: (cause: unknown) => MovieWriteError,
): AsyncGenerator<SoundBlock, void> {
  try {
    yield* blocks;
  } catch (error) {
    throw error instanceof FfmpegError ? failed(error) : error;
  }
}

/** Sound takes 20 kB a second: an hour of it is held in memory. */
async function collected(
  packets: AsyncGenerator<Uint8Array, void>,
  onPackets: (count: number) => void = () => undefined,
): Promise<Uint8Array[]> {
  const all: Uint8Array[] = [];
  try {
    for await (const packet of packets) {
      all.push(packet);
      onPackets(1);
    }
  } catch (error) {
    const isEncoder = error instanceof FfmpegError || (error instanceof Error && error.name === 'PacketsMissing');
    throw isEncoder ? new MovieWriteError(writerWords.soundEncoder, null, { cause: error }) : error;
  }
  return all;
}

/** Packets that lie in memory, one behind the other. */
function packedRun(packets: readonly Uint8Array[]): PacketRun {
  const sizes = Uint32Array.from(packets, (packet) => packet.length);
  const bytes = new Uint8Array(sizes.reduce((sum, size) => sum + size, 0));
  let at = 0;
  for (const packet of packets) {
    bytes.set(packet, at);
    at += packet.length;
  }
  const source: ByteSource = { sizeBytes: bytes.length, read: async (start, end) => bytes.slice(start, end) };
  return { source, ...packed(sizes), first: 0, count: packets.length, rewrite: null, isSync: null, shown: null };
}
