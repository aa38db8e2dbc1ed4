/** The movie's sound as the encoders get it: planned, rendered, and named by what it is made of. */
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { MediaFailure } from '#media/failures.ts';
import type { OpenClip } from '#media/probe/open-clip.ts';
import { soundBlocks } from '#media/sound/sound-blocks.ts';
import { openSoundFile, type SoundFile } from '#media/sound/open-sound-file.ts';
import { createSoundRenderer, reachOf, type SoundRenderer } from '#shared/sound/render.ts';
import { soundContent, type SampleRange } from '#shared/sound/sound-content.ts';
import { clipSoundOf, planSound } from '#shared/sound/sound-plan.ts';
import type { SoundSource } from '#shared/sound/sound-layer.ts';
import type { SoundFormat } from '#shared/sound/sound-stream.ts';
import type { SegmentStore } from '../segments/segment-store.ts';

export type SoundWork = {
  movie: MoviePlan;
  /** By position in the plan's scenes. */
  clips: readonly OpenClip[];
  /** Positions of scenes whose sound can't be decoded, and so is not mixed in. */
  undecodable: ReadonlySet<number>;
  /** The file of the music; null where there is none. */
  music: Blob | null;
  segments: SegmentStore;
  /** Called as packets are encoded, with how many. */
  onPackets: (packets: number) => void;
  signal: AbortSignal;
};

export type MovieSound = {
  renderer: SoundRenderer;
  /** Plain data, equal for ranges that are rendered alike, in this movie or another. */
  contentOf(range: SampleRange): unknown;
  close(): Promise<void>;
};

/** The caller closes it. @throws MediaFailure `music-unreadable` */
export async function openMovieSound(work: SoundWork, { sampleRate, channels }: SoundFormat): Promise<MovieSound> {
  const { movie, clips, signal } = work;
  const music = work.music === null ? null : await openMusic(work.music);
  const plan = planSound(movie, {
    sampleRate,
    clips: clips.map(({ facts }, index) => (work.undecodable.has(index) ? null : clipSoundOf(facts))),
    musicSamples: music === null ? null : Math.round(music.durationSeconds * sampleRate),
  });
  const openSound = async (source: SoundSource) => {
    const close = (): void => undefined;
    if (source.kind === 'music') return music === null ? null : { blocks: soundBlocks(music.track, { signal }), close };
    const track = (await clips[source.index]?.tracks())?.audio ?? null;
    const sceneNumber = movie.scenes[source.index]?.sceneNumber;
    if (track === null) return null;
    const options = { signal, ...(sceneNumber === undefined ? {} : { sceneNumber }) };
    return { blocks: soundBlocks(track, options), close };
  };
  const nameOf = (source: SoundSource): string =>
    (source.kind === 'music' ? movie.music?.sha256 : movie.scenes[source.index]?.clip.sha256) ?? '';
  const renderer = createSoundRenderer({ plan, channels, openSound, signal });
  return {
    renderer,
    contentOf: (range) => soundContent(plan, reachOf(range, sampleRate), nameOf),
    async close() {
      await renderer.close();
      music?.close();
    },
  };
}

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
