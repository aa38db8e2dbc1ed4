/** Colour tags of decoded frames, and as WebCodecs takes them. */
import type { ColorTags } from '#shared/color/color-tags.ts';

/** The tags of a decoded frame; what it does not say is taken from `assumed`. */
export function tagsOf(frame: VideoFrame, assumed: ColorTags): ColorTags {
  const { primaries, transfer, matrix, fullRange } = frame.colorSpace;
  return {
    primaries: primaries ?? assumed.primaries,
    transfer: transfer ?? assumed.transfer,
    matrix: matrix ?? assumed.matrix,
    fullRange: fullRange ?? false,
  };
}

/** Whether a decoded frame is tagged as its file says. What the file leaves open, browsers fill in by rules of their own. */
export function isTaggedAs({ colorSpace, format }: VideoFrame, tags: ColorTags): boolean {
  // A decoder that hands out RGB has used the tags up.
  if (format !== null && RGB_FORMATS.has(format)) return true;
  const { primaries, transfer, matrix, fullRange } = colorSpace;
  const agrees = (found: string | null, told: string | null): boolean =>
    told === null || found === null || found === told;
  return (
    agrees(primaries, tags.primaries) &&
    agrees(transfer, tags.transfer) &&
    agrees(matrix, tags.matrix) &&
    (fullRange ?? false) === (tags.fullRange ?? false)
  );
}

const RGB_FORMATS: ReadonlySet<string> = new Set(['RGBA', 'RGBX', 'BGRA', 'BGRX']);

/** For decoders and VideoFrame. Wide gamut and HDR are left for the stream itself to say. */
export function videoColorSpace(tags: ColorTags): VideoColorSpaceInit {
  return {
    primaries: oneOf(tags.primaries, ['bt709', 'bt470bg', 'smpte170m']),
    transfer: oneOf(tags.transfer, ['bt709', 'smpte170m', 'iec61966-2-1']),
    matrix: oneOf(tags.matrix, ['rgb', 'bt709', 'bt470bg', 'smpte170m']),
    fullRange: tags.fullRange,
  };
}

function oneOf<T extends string>(value: string | null, allowed: readonly T[]): T | null {
  return allowed.find((name) => name === value) ?? null;
}
