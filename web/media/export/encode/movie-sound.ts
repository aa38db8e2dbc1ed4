/** The movie's sound as the encoders get it: planned, rendered, and named by what it is made of. */
import type { MoviePlan, PlanAudio } from '#shared/movie/movie-plan.ts';
import { MediaFailure } from '#media/failures.ts';
import type { OpenClip } from '#media/probe/open-clip.ts';
import { soundBlocks } from '#media/sound/sound-blocks.ts';
import { openNamedSound, type SoundFile } from '#media/sound/open-sound-file.ts';
import { createSoundRenderer, ducksOf, reachOf, type SoundRenderer } from '#shared/sound/render.ts';
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
  /** Files of the plan's music and voice-overs, in its order. */
  audio: readonly Blob[];
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
  const files = await openAudioFiles(movie.audio, work.audio);
  const plan = planSound(movie, {
    sampleRate,
    clips: clips.map(({ facts }, index) => (work.undecodable.has(index) ? null : clipSoundOf(facts))),
    audioSamples: files.map(({ durationSeconds }) => Math.round(durationSeconds * sampleRate)),
  });
  const openSound = async (source: SoundSource, fromSeconds: number) => {
    const close = (): void => undefined;
    if (source.kind === 'audio') {
      const file = files[source.index];
      const audioName = movie.audio[source.index]?.name ?? '';
      return file === undefined ? null : { blocks: soundBlocks(file.track, { signal, audioName, fromSeconds }), close };
    }
    const track = (await clips[source.index]?.tracks())?.audio ?? null;
    const sceneNumber = movie.scenes[source.index]?.sceneNumber;
    if (track === null) return null;
    const options = { signal, ...(sceneNumber === undefined ? {} : { sceneNumber }) };
    return { blocks: soundBlocks(track, options), close };
  };
  const nameOf = (source: SoundSource): string =>
    (source.kind === 'audio' ? movie.audio[source.index]?.mediaId : movie.scenes[source.index]?.clip.sha256) ?? '';
  const renderer = createSoundRenderer({ plan, channels, openSound, signal });
  return {
    renderer,
    contentOf: (range) => soundContent(plan, reachOf(range, sampleRate, ducksOf(plan)), nameOf),
    async close() {
      await renderer.close();
      for (const file of files) file.close();
    },
  };
}

/** A file that several pieces play is opened for each of them. @throws MediaFailure `music-unreadable` */
async function openAudioFiles(pieces: readonly PlanAudio[], files: readonly Blob[]): Promise<SoundFile[]> {
  const opened: SoundFile[] = [];
  try {
    for (const [index, { name }] of pieces.entries()) {
      const file = files[index];
      if (file === undefined) throw new MediaFailure('music-unreadable', { name, detail: 'the file is not here' });
      opened.push(await openNamedSound(file, name));
    }
    return opened;
  } catch (error) {
    for (const file of opened) file.close();
    throw error;
  }
}
