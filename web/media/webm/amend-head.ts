/** Brings descriptive metadata into a WebM file that another writer made, without moving a byte of its media. */
import { bytes, type Part, sequence, toBytes, utf8, zeros } from '#shared/mp4/box-parts.ts';
import type { MovieMetadata } from '#shared/mp4/metadata.ts';
import { childrenOf, element, elementAt, unsigned, unsignedPart, withContent, type Element } from './ebml.ts';

/** Of Matroska (RFC 9559, section 5). */
const ID = {
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  seek: 0x4dbb,
  seekId: 0x53ab,
  seekPosition: 0x53ac,
  info: 0x1549a966,
  title: 0x7ba9,
  dateUtc: 0x4461,
  writingApp: 0x5741,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  void: 0xec,
  tags: 0x1254c367,
  tag: 0x7373,
  targets: 0x63c0,
  targetTypeValue: 0x68ca,
  simpleTag: 0x67c8,
  tagName: 0x45a3,
  tagString: 0x4487,
} as const;

export type WebmMetadata = Omit<MovieMetadata, 'xmp'> & {
  /** Milliseconds, the last frame's own time included: muxers that know only where it starts leave it out. */
  durationMs: number;
};

/** A tag that speaks of the movie as a whole (RFC 9559, section 5.1.8.1.1.1). */
const WHOLE_MOVIE = 50;
/** `DateUTC` counts nanoseconds from the start of 2001. */
const START_OF_2001_MS = 978_307_200_000;

/**
 * The head with the metadata in `Info`, which holds the title, and `Tags`. Both take their room from an empty element among the tracks, so that all
 * behind them stays where it is. `head` is the file from its start and reaches at least to the end of `Tracks`.
 * @throws RangeError for a head that is not as webm-muxer writes it, is cut off, or has no room
 */
export function addTags(head: Uint8Array, metadata: WebmMetadata): Uint8Array<ArrayBuffer> {
  const { segment, seekHead, info, tracks } = readHead(head);
  const newInfo = withMetadata(head, info, metadata);
  const tags = tagsOf(metadata);
  const positions = (seekHeadSize: number): Map<number, number> => {
    const tagsAt = seekHeadSize + newInfo.size;
    return new Map([
      [ID.info, seekHeadSize],
      [ID.tags, tagsAt],
      [ID.tracks, tagsAt + tags.size],
    ]);
  };
  // Its length does not depend on the positions in it.
  const seekHeadSize = withPositions(head, seekHead, positions(0)).size;
  const newSeekHead = withPositions(head, seekHead, positions(seekHeadSize));
  const added = newSeekHead.size + newInfo.size + tags.size - (tracks.start - segment.body);
  return toBytes(
    sequence(
      bytes(head.subarray(0, segment.body)),
      newSeekHead,
      newInfo,
      tags,
      withShorterVoid(head, tracks, added),
      bytes(head.subarray(tracks.end)),
    ),
  );
}

type Head = Record<'segment' | 'seekHead' | 'info' | 'tracks', Element>;

function readHead(head: Uint8Array): Head {
  const segment = elementAt(head, elementAt(head, 0).end);
  const seekHead = elementAt(head, segment.body);
  const info = elementAt(head, seekHead.end);
  const tracks = elementAt(head, info.end);
  const found = { segment, seekHead, info, tracks };
  for (const name of ['segment', 'seekHead', 'info', 'tracks'] as const)
    if (found[name].id !== ID[name]) throw new RangeError(`There is no ${name} at ${found[name].start}`);
  return found;
}

function withMetadata(head: Uint8Array, info: Element, { title, tool, createdAt, durationMs }: WebmMetadata): Part {
  const kept = childrenOf(head, info).filter(({ id }) => id !== ID.writingApp && id !== ID.duration);
  return element(
    ID.info,
    ...kept.map(({ start, end }) => bytes(head.subarray(start, end))),
    element(ID.duration, float64(durationMs)),
    element(ID.writingApp, utf8(tool)),
    title === '' ? sequence() : element(ID.title, utf8(title)),
    element(ID.dateUtc, dateUtc(createdAt)),
  );
}

function float64(value: number): Part {
  const number = new Uint8Array(8);
  new DataView(number.buffer).setFloat64(0, value);
  return bytes(number);
}

/** Nanoseconds in 8 bytes, which a number can't hold to the last. */
function dateUtc(ms: number): Part {
  const date = new Uint8Array(8);
  new DataView(date.buffer).setBigInt64(0, BigInt(Math.round(ms - START_OF_2001_MS)) * 1_000_000n);
  return bytes(date);
}

function tagsOf({ author, comment }: WebmMetadata): Part {
  const texts: [name: string, text: string | null][] = [
    ['ARTIST', author],
    ['COMMENT', comment],
  ];
  const simpleTags = texts.flatMap(([name, text]) =>
    text === null || text === ''
      ? []
      : [element(ID.simpleTag, element(ID.tagName, utf8(name)), element(ID.tagString, utf8(text)))],
  );
  const targets = element(ID.targets, element(ID.targetTypeValue, unsignedPart(WHOLE_MOVIE)));
  return element(ID.tags, element(ID.tag, targets, ...simpleTags));
}

/** @param positions from the segment's content on, by id; what is not in it stays where it was */
function withPositions(head: Uint8Array, seekHead: Element, positions: ReadonlyMap<number, number>): Part {
  const all = new Map([...childrenOf(head, seekHead).map((seek) => readSeek(head, seek)), ...positions]);
  return element(
    ID.seekHead,
    ...[...all].map(([id, position]) =>
      element(
        ID.seek,
        element(ID.seekId, unsignedPart(id)),
        element(ID.seekPosition, unsignedPart(position, POSITION_BYTES)),
      ),
    ),
  );
}

const POSITION_BYTES = 8;

function readSeek(head: Uint8Array, seek: Element): [id: number, position: number] {
  const fields = childrenOf(head, seek);
  const valueOf = (id: number): number => {
    const field = fields.find((candidate) => candidate.id === id);
    if (field === undefined) throw new RangeError(`The entry at ${seek.start} is not whole`);
    return unsigned(head.subarray(field.body, field.end));
  };
  return [valueOf(ID.seekId), valueOf(ID.seekPosition)];
}

/** The tracks, less so many bytes of an empty element. */
function withShorterVoid(head: Uint8Array, tracks: Element, bytesLess: number): Part {
  for (const entry of childrenOf(head, tracks).filter(({ id }) => id === ID.trackEntry))
    for (const empty of childrenOf(head, entry)) {
      const left = empty.end - empty.body - bytesLess;
      if (empty.id !== ID.void || left < 0) continue;
      const part = (start: number, end: number): Part => bytes(head.subarray(start, end));
      const shorter = withContent(head, empty, zeros(left));
      const newEntry = withContent(
        head,
        entry,
        sequence(part(entry.body, empty.start), shorter, part(empty.end, entry.end)),
      );
      return withContent(head, tracks, sequence(part(tracks.body, entry.start), newEntry, part(entry.end, tracks.end)));
    }
  throw new RangeError(`The tracks have no room of ${bytesLess} bytes`);
}
