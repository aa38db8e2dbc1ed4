/** What the file says about itself. */
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import type { MovieHeadSpec } from '#shared/mp4/write-movie.ts';
import { xmpPacket } from '#shared/mp4/xmp.ts';

/** The program that made the file. */
export const TOOL = 'Storyreel';
/** For people and machines: joined files can't keep their clips' signed credentials, so the file itself says it. */
export const MADE_WITH_AI = 'Made with AI: the pictures and the sound of this movie were generated.';

/** @param madeAt milliseconds since the epoch */
export function movieMetadata({ title, author }: MoviePlan, madeAt: number): MovieHeadSpec['metadata'] {
  return {
    title,
    author,
    comment: MADE_WITH_AI,
    tool: TOOL,
    xmp: xmpPacket({ title, author, tool: TOOL }),
    createdAt: madeAt,
  };
}
