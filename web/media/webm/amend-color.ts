/** Writes the color of copied pictures into the head of a WebM file, in place. The muxer could only do so by changing their packets, too. */
import type { ColorCodes } from '#shared/color/color-codes.ts';
import { childrenOf, elementAt, type Element } from './ebml.ts';

/** Of Matroska (RFC 9559, section 5.1.4.1.28). */
const ID = {
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  video: 0xe0,
  colour: 0x55b0,
  matrix: 0x55b1,
  range: 0x55b9,
  transfer: 0x55ba,
  primaries: 0x55bb,
} as const;

const RANGE = { limited: 1, full: 2 } as const;

/**
 * The head, of the same length, with these codes in the one byte each that the muxer left for them.
 * @throws RangeError for a head that is not as webm-muxer writes it, or is cut off
 */
export function withColor(head: Uint8Array, { matrix, transfer, primaries, fullRange }: ColorCodes): Uint8Array {
  const fields = childrenOf(head, colourOf(head));
  const amended = head.slice();
  const values: [id: number, value: number][] = [
    [ID.matrix, matrix],
    [ID.transfer, transfer],
    [ID.primaries, primaries],
    [ID.range, fullRange ? RANGE.full : RANGE.limited],
  ];
  for (const [id, value] of values) {
    const field = fields.find((candidate) => candidate.id === id);
    if (field === undefined || field.end !== field.body + 1)
      throw new RangeError('The head has no place for the color');
    amended[field.body] = value;
  }
  return amended;
}

function colourOf(head: Uint8Array): Element {
  const segment = elementAt(head, elementAt(head, 0).end);
  let tracks = elementAt(head, segment.body);
  while (tracks.id !== ID.tracks) tracks = elementAt(head, tracks.end);
  for (const entry of childrenOf(head, tracks).filter(({ id }) => id === ID.trackEntry)) {
    const video = childrenOf(head, entry).find(({ id }) => id === ID.video);
    const colour = video && childrenOf(head, video).find(({ id }) => id === ID.colour);
    if (colour !== undefined) return colour;
  }
  throw new RangeError('The head has no place for the color');
}
