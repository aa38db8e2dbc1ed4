/** Finds out before anything is encoded whether this browser can decode all that is to be. */
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { canDecode } from '#media/decode/can-decode.ts';
import { MediaFailure } from '#media/failures.ts';
import type { OpenClip } from '#media/probe/open-clip.ts';
import type { ExportPlan } from '#shared/export-plan/plan-types.ts';

/** @throws MediaFailure `unsupported-source` that names the first scene whose clip can't be decoded */
export async function checkDecoders(
  movie: MoviePlan,
  { video }: Pick<ExportPlan, 'video'>,
  clips: readonly OpenClip[],
): Promise<void> {
  const asked = new Set<string>();
  for (const [index, { sceneNumber }] of movie.scenes.entries()) {
    const clip = clips[index];
    if (clip === undefined || !video.some((stretch) => stretch.kind === 'encode' && shows(stretch, index))) continue;
    const { codec, codedWidth, codedHeight } = clip.facts.video;
    const kind = `${codec} ${codedWidth}x${codedHeight}`;
    if (asked.has(kind)) continue;
    asked.add(kind);
    if (!(await canDecode(clip))) throw new MediaFailure('unsupported-source', { sceneNumber, codec });
  }
}

function shows({ scene, isCrossfade }: { scene: number; isCrossfade: boolean }, index: number): boolean {
  return scene === index || (isCrossfade && scene + 1 === index);
}
