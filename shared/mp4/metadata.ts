/** Descriptive metadata of a movie, in the boxes that players and file managers read. */
import { box, bytes, fullBox, latin1, type Part, u32, utf8, zeros } from './box-parts.ts';

export type MovieMetadata = {
  title: string;
  author: string | null;
  comment: string;
  /** The program that made the movie. */
  tool: string;
  /** An XMP packet. */
  xmp: string | null;
  /** Milliseconds since 1970. */
  createdAt: number;
};

/** Well-known type of `data`: UTF-8 without a byte order mark (QuickTime File Format, "Well-known types"). */
const UTF8_TEXT = 1;
/** Universal label of XMP in ISO base media files (XMP Specification Part 3, 1.2.7.1). */
const XMP_USER_TYPE = Uint8Array.of(
  ...[0xbe, 0x7a, 0xcf, 0xcb, 0x97, 0xa9, 0x42, 0xe8, 0x9c, 0x71, 0x99, 0x94, 0x91, 0xe3, 0xaf, 0xac],
);

/** The `udta` of a movie with an item list as iTunes has it. Empty texts are left out. */
export function userData(metadata: Omit<MovieMetadata, 'xmp'>): Part {
  const texts: [type: string, text: string | null][] = [
    ['©nam', metadata.title],
    ['©ART', metadata.author],
    ['©cmt', metadata.comment],
    ['©too', metadata.tool],
    ['©day', `${new Date(metadata.createdAt).toISOString().slice(0, 19)}Z`],
  ];
  const items = texts.flatMap(([type, text]) =>
    text === null || text === '' ? [] : [box(type, box('data', u32(UTF8_TEXT), zeros(4), utf8(text)))],
  );
  const handler = fullBox('hdlr', {}, zeros(4), latin1('mdirappl'), zeros(9));
  return box('udta', fullBox('meta', {}, handler, box('ilst', ...items)));
}

/** The top-level box of an XMP packet. */
export function xmpBox(packet: string): Part {
  return box('uuid', bytes(XMP_USER_TYPE), utf8(packet));
}
