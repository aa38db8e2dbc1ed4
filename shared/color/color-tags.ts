/** Colour tags of clips and of the movie (ITU-T H.273 by WebCodecs' names). */
import { z } from 'zod';

export const colorTagsSchema = z.object({
  primaries: z.string().nullable(),
  transfer: z.string().nullable(),
  matrix: z.string().nullable(),
  fullRange: z.boolean().nullable(),
});
export type ColorTags = z.infer<typeof colorTagsSchema>;

export const BT709: ColorTags = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false };
export const BT601: ColorTags = {
  primaries: 'smpte170m',
  transfer: 'smpte170m',
  matrix: 'smpte170m',
  fullRange: false,
};

/** What pictures of full range that say nothing else are taken for, by Chromium and ffmpeg alike: they are made as JPEG's are. */
const JPEG: ColorTags = { primaries: 'bt709', transfer: 'iec61966-2-1', matrix: 'smpte170m', fullRange: true };

/** Lines from which on an untagged picture is taken for high definition, as players do. */
const HIGH_DEFINITION_SHORT_SIDE = 720;

/** The tags of a clip with what it does not say filled in. */
export function resolvedTags(tags: ColorTags, size: { width: number; height: number }): ColorTags {
  const assumed = Math.min(size.width, size.height) >= HIGH_DEFINITION_SHORT_SIDE ? BT709 : BT601;
  if (tags.matrix === null && tags.primaries === null && tags.transfer === null)
    return tags.fullRange === true ? JPEG : assumed;
  return {
    primaries: tags.primaries ?? assumed.primaries,
    transfer: tags.transfer ?? assumed.transfer,
    matrix: tags.matrix ?? assumed.matrix,
    fullRange: tags.fullRange ?? false,
  };
}

/** One set of tags for the whole movie: the clips' own where they agree, else BT.709; always video range. */
export function movieTags(clips: readonly ColorTags[]): ColorTags {
  const [first] = clips;
  const limited = first === undefined || sameTags(first, JPEG) ? BT709 : { ...first, fullRange: false };
  return clips.every((tags) => sameTags({ ...tags, fullRange: false }, limited)) && isConvertible(limited)
    ? limited
    : BT709;
}

export function sameTags(a: ColorTags, b: ColorTags): boolean {
  return (
    a.primaries === b.primaries && a.transfer === b.transfer && a.matrix === b.matrix && a.fullRange === b.fullRange
  );
}

/** Weights of red and blue in luma (ITU-R BT.601-7 and BT.709-6). */
export function lumaWeights(matrix: string | null): { red: number; blue: number } {
  return matrix === 'smpte170m' || matrix === 'bt470bg' ? { red: 0.299, blue: 0.114 } : { red: 0.2126, blue: 0.0722 };
}

/** Standard definition and BT.709 differ in matrix alone to the eye; wide gamut and HDR are brought to BT.709 by the browser. */
export function isConvertible(tags: ColorTags): boolean {
  return (
    ['bt709', 'smpte170m', 'bt470bg'].includes(tags.matrix ?? '') &&
    !['pq', 'hlg', 'linear'].includes(tags.transfer ?? '') &&
    tags.primaries !== 'bt2020'
  );
}
