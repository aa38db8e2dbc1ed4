/** Which stretches of a movie earlier exports left, so that they need not be encoded again. */
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { overlayFontFiles } from '#shared/movie/overlay-font.ts';
import type { PreparedExport } from './prepare-export.ts';
import type { EncodedVideo } from './plan-types.ts';
import type { SegmentStore } from './segments.ts';
import { stretchKey } from './stretch-key.ts';

/**
 * With the bytes of their packets. Before an export the files of the overlay family are not loaded yet: their hashes are
 * known without them.
 */
export async function keptStretches(
  movie: MoviePlan,
  { plan, encoder }: PreparedExport,
  segments: Pick<SegmentStore, 'read'>,
): Promise<Map<EncodedVideo, number>> {
  const kept = new Map<EncodedVideo, number>();
  if (encoder === null) return kept;
  const fontsHash = overlayFontFiles.map(({ sha256 }) => sha256).join(' ');
  const context = { movie, plan, config: encoder.config, encoderConfig: encoder.record, fontsHash };
  for (const stretch of plan.video) {
    if (stretch.kind !== 'encode') continue;
    const segment = await segments.read(await stretchKey(context, stretch));
    if (segment !== null) kept.set(stretch, segment.media.size);
  }
  return kept;
}
