/**
 * The movie's sound from any sample on, by the plan and the renderer of the export. It is rendered in parts, each from the
 * clips that are heard in it, because a movie's clips come as they are needed. A sample comes out the same in every part.
 */
import { audioSpan } from '#shared/movie/audio-span.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { samplesAt } from '#shared/movie/time.ts';
import { isDucking } from '#shared/sound/audio-layers.ts';
import { createSoundRenderer, reachOf, type OpenSound } from '#shared/sound/render.ts';
import { clipSoundOf, planSound, type ClipSound } from '#shared/sound/sound-plan.ts';
import type { SoundSource } from '#shared/sound/sound-layer.ts';
import { MediaFailure } from '../failures.ts';
import type { OpenClip } from '../probe/open-clip.ts';
import { soundBlocks } from '../sound/sound-blocks.ts';
import type { SoundFile } from '../sound/open-sound-file.ts';
import type { AudioShelf } from './audio-shelf.ts';
import type { ClipShelf } from './clip-shelf.ts';
import { SOUND_FORMAT } from './sound-format.ts';

/** Where a block stands, in samples of the movie, and its channels. */
export type HeardBlock = { from: number; planes: Float32Array<ArrayBuffer>[] };

export type MovieSound = {
  setPlan(plan: MoviePlan): void;
  /** Ends where the movie does. What can't be decoded is silent. @throws AbortError */
  render(from: number, signal: AbortSignal): AsyncGenerator<HeardBlock, void>;
};

/** A part ends where another scene begins, so that it doesn't wait for that one's clip. */
const PART_SAMPLES = 4 * SOUND_FORMAT.sampleRate;

export function createMovieSound(plan: MoviePlan, shelf: ClipShelf, audioShelf: AudioShelf): MovieSound {
  let movie = plan;
  /** Measured once for each played part of a clip. */
  const levels = new Map<string, number | null>();
  /** Hashes of files whose sound didn't decode. */
  const mute = new Set<string>();

  async function* renderPart(from: number, to: number, signal: AbortSignal): AsyncGenerator<HeardBlock, void> {
    const plan = movie;
    const clips = await clipsWithin(plan, { from, to }, shelf);
    const files = await audioWithin(plan, { from, to }, audioShelf, mute);
    const sounds = clips.map((clip, index) => (mute.has(shaAt(plan, index)) ? null : soundOf(clip)));
    const sound = planSound(plan, {
      sampleRate: SOUND_FORMAT.sampleRate,
      clips: sounds,
      audioSamples: files.map((file) => file && Math.round(file.durationSeconds * SOUND_FORMAT.sampleRate)),
    });
    const renderer = createSoundRenderer({
      plan: sound,
      channels: SOUND_FORMAT.channels,
      signal,
      levels,
      openSound: (source, fromSeconds) => openSound({ plan, clips, files }, source, { signal, fromSeconds }),
    });
    let at = from;
    try {
      for await (const planes of renderer.render(from, to)) {
        const block = { from: at, planes };
        // Who takes the block may hand it on to another thread, and it is empty then.
        at += planes[0]?.length ?? 0;
        yield block;
      }
    } catch (error) {
      const sha256 = mutedBy(error, plan);
      if (signal.aborted || sha256 === null || mute.has(sha256)) throw error;
      mute.add(sha256);
      yield* renderPart(at, to, signal);
    } finally {
      await renderer.close();
    }
  }
  return {
    setPlan(next) {
      movie = next;
    },
    async *render(from, signal) {
      const end = Math.round((movie.frameCount * movie.fps.den * SOUND_FORMAT.sampleRate) / movie.fps.num);
      for (let at = from; at < end;) {
        const to = Math.min(at + PART_SAMPLES, nextStart(movie, at), end);
        yield* renderPart(at, to, signal);
        at = to;
      }
    },
  };
}

/** The first sample of the next scene. */
function nextStart({ scenes, fps }: MoviePlan, sample: number): number {
  const starts = scenes.map(({ startFrame }) => samplesAt(startFrame, fps, SOUND_FORMAT.sampleRate));
  return starts.find((start) => start > sample) ?? Number.POSITIVE_INFINITY;
}

/**
 * By position in the plan's scenes; null for what isn't heard in the range or can't be opened. The scene behind the range is
 * only waited for where it shows in it: both are in one crossfade, and the limiter looks ahead.
 */
async function clipsWithin(
  { scenes, audio, fps }: MoviePlan,
  range: { from: number; to: number },
  shelf: ClipShelf,
): Promise<(OpenClip | null)[]> {
  const ducks = ducksIn(audio);
  const reach = reachOf(range, SOUND_FORMAT.sampleRate, ducks);
  const sampleAt = (frame: number): number => samplesAt(frame, fps, SOUND_FORMAT.sampleRate);
  return await Promise.all(
    scenes.map(async ({ startFrame, frameCount, muted, clip: { sha256 } }, index) => {
      const [start, end] = [sampleAt(startFrame), sampleAt(startFrame + frameCount)];
      if (muted || end <= reach.from || start >= reach.to) return shelf.opened(sha256);
      const opening = shelf.open(sha256).catch(() => null);
      const before = scenes[index - 1];
      const overlaps = before !== undefined && before.startFrame + before.frameCount > startFrame;
      return start < range.to || overlaps || ducks.length > 0 ? await opening : shelf.opened(sha256);
    }),
  );
}

function soundOf(clip: OpenClip | null): ClipSound | null {
  return clip === null ? null : clipSoundOf(clip.facts);
}

function shaAt(plan: MoviePlan, index: number): string {
  return plan.scenes[index]?.clip.sha256 ?? '';
}

/** By position in the plan's music and voice-overs; null for what isn't heard in the range or can't be had. */
async function audioWithin(
  { audio, fps, frameCount }: MoviePlan,
  range: { from: number; to: number },
  shelf: AudioShelf,
  mute: ReadonlySet<string>,
): Promise<(SoundFile | null)[]> {
  const reach = reachOf(range, SOUND_FORMAT.sampleRate, ducksIn(audio));
  const movieSeconds = (frameCount * fps.den) / fps.num;
  return await Promise.all(
    audio.map(async (piece) => {
      const span = audioSpan(piece, { movieSeconds, fileSeconds: null });
      if (span === null || mute.has(piece.mediaId)) return null;
      const [start, end] = [span.startSeconds, span.endSeconds].map((at) => at * SOUND_FORMAT.sampleRate);
      const isHeard = start !== undefined && end !== undefined && start < reach.to && end > reach.from;
      return isHeard ? await shelf.open(piece.mediaId) : null;
    }),
  );
}

function ducksIn(audio: MoviePlan['audio']): { seconds: number }[] {
  return audio.filter(isDucking).map(({ duckSeconds }) => ({ seconds: duckSeconds }));
}

type Opened = { plan: MoviePlan; clips: readonly (OpenClip | null)[]; files: readonly (SoundFile | null)[] };

async function openSound(
  { plan, clips, files }: Opened,
  source: SoundSource,
  options: { signal: AbortSignal; fromSeconds: number },
): Promise<OpenSound | null> {
  const close = (): void => undefined;
  const { signal } = options;
  if (source.kind === 'audio') {
    const [file, piece] = [files[source.index], plan.audio[source.index]];
    if (!file || piece === undefined) return null;
    return { blocks: soundBlocks(file.track, { ...options, audioName: piece.mediaId }), close };
  }
  const track = (await clips[source.index]?.tracks())?.audio ?? null;
  const sceneNumber = plan.scenes[source.index]?.sceneNumber;
  if (track === null || sceneNumber === undefined) return null;
  return { blocks: soundBlocks(track, { signal, sceneNumber }), close };
}

/** The file whose sound made rendering fail. */
function mutedBy(error: unknown, { scenes }: MoviePlan): string | null {
  if (!(error instanceof MediaFailure)) return null;
  if (error.facts.name !== undefined) return error.facts.name;
  return scenes.find(({ sceneNumber }) => sceneNumber === error.facts.sceneNumber)?.clip.sha256 ?? null;
}
