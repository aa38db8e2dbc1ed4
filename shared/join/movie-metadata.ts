/** What the file says about itself. */
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import type { MovieHeadSpec } from '#shared/mp4/write-movie.ts';
import { xmpPacket } from '#shared/mp4/xmp.ts';
import { movieWords } from '#shared/words/clip-words.ts';

/** @param madeAt milliseconds since the epoch */
export function movieMetadata(
  { title, author }: Pick<MoviePlan, 'title' | 'author'>,
  madeAt: number,
): MovieHeadSpec['metadata'] {
  return {
    title,
    author,
    // Joined files can't keep their clips' signed credentials, so the file itself says it, to people and machines.
    comment: movieWords.madeWithAi,
    tool: movieWords.tool,
    xmp: xmpPacket({ title, author, tool: movieWords.tool }),
    createdAt: madeAt,
  };
}
