/** From opened clips to a plan that this browser can carry out, and the encoder it takes. */
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { MediaFailure } from '#media/failures.ts';
import type { ClipFacts } from '#shared/clip/clip-facts.ts';
import type { OpenClip } from '#media/probe/open-clip.ts';
import type { ExportTarget } from '#shared/export-plan/export-target.ts';
import { checkDecoders } from './check-decoders.ts';
import { chooseEncoder, type EncoderChoice } from '../encode/choose-encoder.ts';
import { planExport } from '#shared/export-plan/plan-export.ts';
import type { ExportPlan } from '#shared/export-plan/plan-types.ts';
import { undecodableScenes } from './undecodable-sound.ts';
import { bitrateFor } from '#shared/export-plan/bitrate.ts';

export type PreparedExport = { plan: ExportPlan; /** Null where nothing is encoded. */ encoder: EncoderChoice | null };

type Asked = {
  plan: MoviePlan;
  target: ExportTarget;
  /** Whether sound that can't be decoded is left out; else there is no plan with it. */
  leavesOutSound: boolean;
  /** Times the usual bit rate; left out for once. */
  bitrateScale?: number | undefined;
};

/**
 * A movie that can be copied as a whole needs no encoder, and so is planned in any browser.
 * @throws MediaFailure `empty-movie`, `no-webcodecs`, `unsupported-encoder`, `unsupported-source` or `undecodable-sound`
 */
export async function prepareExport(
  { plan: movie, target, leavesOutSound, bitrateScale = 1 }: Asked,
  clips: readonly OpenClip[],
): Promise<PreparedExport> {
  if (movie.scenes.length === 0) throw new MediaFailure('empty-movie');
  const facts = clips.map((clip) => clip.facts);
  const whole = planExport(movie, facts, target, { encoderConfig: null });
  const undecodable = await undecodableScenes(movie, whole.audio, clips);
  if (!leavesOutSound) refuseSilence(movie, facts, undecodable);
  const copied =
    undecodable.size === 0 ? whole : planExport(movie, facts, target, { encoderConfig: null, undecodable });
  if (copied.video.every(({ kind }) => kind === 'copy')) return { plan: copied, encoder: null };
  const bitrateBps = bitrateFor(
    target,
    movie.fps,
    facts.map(({ video }) => video),
  );
  const encoder = await chooseEncoder(target, movie.fps, Math.round(bitrateBps * bitrateScale));
  const plan = planExport(movie, facts, target, { encoderConfig: encoder.record, undecodable });
  await checkDecoders(movie, plan, clips);
  return { plan, encoder };
}

/** @throws MediaFailure `undecodable-sound` that names the first such scene */
function refuseSilence(movie: MoviePlan, facts: readonly ClipFacts[], undecodable: ReadonlySet<number>): void {
  const [first] = undecodable;
  if (first === undefined) return;
  const [sceneNumber, codec] = [movie.scenes[first]?.sceneNumber, facts[first]?.audio?.codec];
  throw new MediaFailure('undecodable-sound', {
    ...(sceneNumber === undefined ? {} : { sceneNumber }),
    ...(codec === undefined ? {} : { codec }),
  });
}
