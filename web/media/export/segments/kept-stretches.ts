/** What a movie has to be encoded of, by the names under which stretches are kept, and which of them earlier exports left. */
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import type { StretchWork } from '../encode/encode-stretches.ts';
import type { PreparedExport } from '../plan/prepare-export.ts';
import type { EncodedVideo } from '#shared/export-plan/plan-types.ts';
import type { SegmentStore } from './segment-store.ts';
import { stretchKey } from './stretch-key.ts';

/** @param fontHashes SHA-256 of each file of the overlay family */
export async function stretchWork(
  movie: MoviePlan,
  { plan, encoder }: PreparedExport,
  fontHashes: readonly string[],
): Promise<StretchWork[]> {
  if (encoder === null) return [];
  const { config, record: encoderConfig } = encoder;
  const context = { movie, plan, config, encoderConfig, fontsHash: fontHashes.join(' ') };
  const stretches = plan.video.filter((stretch) => stretch.kind === 'encode');
  return await Promise.all(stretches.map(async (stretch) => ({ stretch, key: await stretchKey(context, stretch) })));
}

/** The bytes of the packets of what is kept. */
export async function keptStretches(
  work: readonly StretchWork[],
  segments: Pick<SegmentStore, 'read'>,
): Promise<Map<EncodedVideo, number>> {
  const kept = new Map<EncodedVideo, number>();
  for (const { stretch, key } of work) {
    const segment = await segments.read(key);
    if (segment !== null) kept.set(stretch, segment.media.size);
  }
  return kept;
}
