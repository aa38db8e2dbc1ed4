/** From opened clips to a plan that this server can carry out, and the encoder it takes. */
import type { ClipFacts } from '#shared/clip/clip-facts.ts';
import { bitrateFor } from '#shared/export-plan/bitrate.ts';
import { planExport } from '#shared/export-plan/plan-export.ts';
import { undecodableSound } from '#shared/export-plan/undecodable-sound.ts';
import type { AudioPlan, ExportPlan } from '#shared/export-plan/plan-types.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { codecName } from '#shared/words/codec-words.ts';
import { MovieWriteError, type MovieOrder } from '../port.ts';
import { writerWords } from '../words.ts';
import { trialRecord } from './choose-encoder.ts';
import { canDecodeSound } from './decode-sound.ts';
import type { VideoSettings } from './encoder-settings.ts';
import type { OpenClip } from './open-clips.ts';
import { FfmpegError, type Ffmpeg } from './run-ffmpeg.ts';

export type ServerEncoder = {
  settings: VideoSettings;
  /** The configuration record that the encoder gives; null for VP9. */
  record: Uint8Array | null;
};

export type Prepared = { plan: ExportPlan; /** Null where nothing is encoded. */ encoder: ServerEncoder | null };

/** Records by settings: the same every time, so they are tried once in the life of a process. */
const knownRecords = new Map<string, Uint8Array | null>();

/** What the encoder says while it writes a movie counts for more than what it said in the trial. */
export function correctRecord(settings: VideoSettings, record: Uint8Array): void {
  knownRecords.set(JSON.stringify(settings), record);
}

/** @param ffmpeg null where there is none. @throws MovieWriteError, or an AbortError */
export async function prepare(order: MovieOrder, clips: readonly OpenClip[], ffmpeg: Ffmpeg | null): Promise<Prepared> {
  const { plan: movie, target, leavesOutSound, bitrateScale = 1 } = order;
  if (movie.scenes.length === 0) throw new MovieWriteError(writerWords.nothing);
  // A WebM is written anew throughout.
  const facts = clips.map((clip) => (target.format === 'webm' ? withoutShareable(clip.facts) : clip.facts));
  const whole = planExport(movie, facts, target, { encoderConfig: null });
  const undecodable = ffmpeg === null ? new Set<number>() : await undecodableScenes(ffmpeg, movie, whole.audio, clips);
  if (!leavesOutSound) refuseSilence(movie, facts, undecodable);
  const copied =
    undecodable.size === 0 ? whole : planExport(movie, facts, target, { encoderConfig: null, undecodable });
  if (copied.video.every(({ kind }) => kind === 'copy')) return { plan: copied, encoder: null };
  if (ffmpeg === null) throw new MovieWriteError(writerWords.noFfmpeg);
  const usual = bitrateFor(
    target,
    movie.fps,
    facts.map(({ video }) => video),
  );
  const { width, height, format } = target;
  const bitrateBps = Math.round(usual * bitrateScale);
  const settings: VideoSettings = {
    target: { width, height, format },
    fps: movie.fps,
    bitrateBps,
    color: copied.color,
  };
  const record = await recordOf(ffmpeg, settings);
  return {
    plan: planExport(movie, facts, target, { encoderConfig: record, undecodable }),
    encoder: { settings, record },
  };
}

function withoutShareable(facts: ClipFacts): ClipFacts {
  return { ...facts, video: { ...facts.video, shareable: null } };
}

async function recordOf(ffmpeg: Ffmpeg, settings: VideoSettings): Promise<Uint8Array | null> {
  const key = JSON.stringify(settings);
  const known = knownRecords.get(key);
  if (known !== undefined) return known;
  try {
    const record = await trialRecord(ffmpeg, settings);
    knownRecords.set(key, record);
    return record;
  } catch (error) {
    if (!(error instanceof FfmpegError || error instanceof RangeError)) throw error;
    throw new MovieWriteError(writerWords.noEncoderFor({ format: settings.target.format }), null, { cause: error });
  }
}

/** Positions of scenes whose sound has to be decoded and can't be. */
function undecodableScenes(
  ffmpeg: Ffmpeg,
  movie: MoviePlan,
  audio: AudioPlan | null,
  clips: readonly OpenClip[],
): Promise<ReadonlySet<number>> {
  return undecodableSound(movie, audio, async (index) => {
    const clip = clips[index];
    if (clip === undefined || clip.facts.audio === null) return true;
    return canDecodeSound(ffmpeg, { path: clip.source.path, kind: 'clip' });
  });
}

function refuseSilence(movie: MoviePlan, facts: readonly ClipFacts[], undecodable: ReadonlySet<number>): void {
  const [first] = undecodable;
  if (first === undefined) return;
  const number = movie.scenes[first]?.sceneNumber ?? 0;
  const codec = facts[first]?.audio?.codec ?? '';
  throw new MovieWriteError(writerWords.undecodableSound({ number, codec: codecName(codec) ?? codec }), number);
}
