/** What a clip that is made here says of its colors: what others of the movie say, or it couldn't be copied beside them. */
import { isConvertible, resolvedTags, type ColorTags } from '#shared/color/color-tags.ts';
import { openClip } from '../probe/open-clip.ts';

/** As clips from the models are. */
const UNTAGGED: ColorTags = { primaries: null, transfer: null, matrix: null, fullRange: null };

/** @param size of the clip that is made */
export async function tagsBeside(clip: Blob | null, size: { width: number; height: number }): Promise<ColorTags> {
  if (clip === null) return UNTAGGED;
  try {
    const opened = await openClip(clip);
    try {
      const { color } = opened.facts.video;
      const resolved = resolvedTags(color, size);
      return isConvertible(resolved) && resolved.fullRange !== true ? color : UNTAGGED;
    } finally {
      opened.close();
    }
  } catch {
    // One that can't be read isn't copied either.
    return UNTAGGED;
  }
}
