/** From opened clips to a plan that this browser can carry out, and the encoder it takes. */
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { MediaFailure } from '../failures.ts';
import type { OpenClip } from '../probe/open-clip.ts';
import type { ExportTarget } from '../worker/protocol.ts';
import { checkDecoders } from './check-decoders.ts';
import { chooseEncoder, type EncoderChoice } from './choose-encoder.ts';
import { planExport } from './plan-export.ts';
import type { ExportPlan } from './plan-types.ts';
import { bitrateFor } from './video-config.ts';

export type PreparedExport = { plan: ExportPlan; /** Null where nothing is encoded. */ encoder: EncoderChoice | null };

/**
 * A movie that can be copied as a whole needs no encoder, and so is planned in any browser.
 * @throws MediaFailure `empty-movie`, `no-webcodecs`, `unsupported-encoder` or `unsupported-source`
 */
export async function prepareExport(
  { plan: movie, target }: { plan: MoviePlan; target: ExportTarget },
  clips: readonly OpenClip[],
): Promise<PreparedExport> {
  if (movie.scenes.length === 0) throw new MediaFailure('empty-movie');
  const facts = clips.map((clip) => clip.facts);
  const copied = planExport(movie, facts, target, { encoderConfig: null });
  if (copied.video.every(({ kind }) => kind === 'copy')) return { plan: copied, encoder: null };
  const bitrateBps = bitrateFor(
    target,
    movie.fps,
    facts.map(({ video }) => video),
  );
  const encoder = await chooseEncoder(target, movie.fps, bitrateBps);
  const plan = planExport(movie, facts, target, { encoderConfig: encoder.record });
  await checkDecoders(movie, plan, clips);
  return { plan, encoder };
}
