/**
 * Reads the list of contents of a zip, with Zip64, by ranges: the entries' bytes stay where they are. Everything a hostile
 * file could do is bounded here: how much is read, how many entries there are, and where they may lie. Entries must be
 * stored as they are, so nothing can unfold into more than the file itself.
 */
import { viewOf, type ByteSource } from '../mp4/byte-source.ts';
import { StoryreelFileError } from './refusal.ts';
import { textOf } from './utf8.ts';
import { fileWords as words } from './words.ts';

export type ZipEntry = {
  name: string;
  /** Where its bytes lie in the file. */
  start: number;
  end: number;
  crc32: number;
};

/** Of a project: its clips, takes, pictures, and sounds. */
export const MOST_ENTRIES = 5_000;
/** Each entry's line has its name and about 80 bytes more. */
const MOST_LIST_BYTES = MOST_ENTRIES * 512;
const LONGEST_NAME = 200;

const END = { signature: 0x06054b50, bytes: 22, mostComment: 0xffff };
const LOCATOR = { signature: 0x07064b50, bytes: 20 };
const END_64 = { signature: 0x06064b50, bytes: 56 };
const LISTED = { signature: 0x02014b50, bytes: 46 };
const LOCAL = { signature: 0x04034b50, bytes: 30 };
const STORED = 0;
/** Encrypted, or patched onto another zip, or with a masked list. */
const REFUSED_FLAGS = 0b0010_0000_0110_0001;
const ZIP64_FIELD = 1;
const [IN_ZIP64, IN_ZIP64_SHORT] = [0xffffffff, 0xffff];

/** @throws StoryreelFileError */
export async function readZip(source: ByteSource): Promise<ZipEntry[]> {
  const end = await findEnd(source);
  if (end.count > MOST_ENTRIES) throw new StoryreelFileError(words.tooMany({ count: end.count }));
  if (end.listBytes > MOST_LIST_BYTES) throw new StoryreelFileError(words.listTooLong);
  if (end.listStart + end.listBytes > end.at) throw new StoryreelFileError(words.damagedList);
  const listed = readList(await source.read(end.listStart, end.listStart + end.listBytes), end.count);
  const entries: ZipEntry[] = [];
  for (const entry of listed) entries.push(await locate(source, entry, end.listStart));
  refuseOverlaps(entries);
  return entries;
}

type End = { at: number; count: number; listStart: number; listBytes: number };

async function findEnd(source: ByteSource): Promise<End> {
  const tailStart = Math.max(0, source.sizeBytes - END.bytes - END.mostComment);
  const tail = await source.read(tailStart, source.sizeBytes);
  const view = viewOf(tail);
  for (let at = tail.length - END.bytes; at >= 0; at -= 1) {
    if (view.getUint32(at, true) !== END.signature) continue;
    // A comment that happens to look like an end doesn't reach the file's own.
    if (at + END.bytes + view.getUint16(at + 20, true) !== tail.length) continue;
    const [disk, listDisk] = [view.getUint16(at + 4, true), view.getUint16(at + 6, true)];
    const end = {
      at: tailStart + at,
      count: view.getUint16(at + 10, true),
      listBytes: view.getUint32(at + 12, true),
      listStart: view.getUint32(at + 16, true),
    };
    const isLarge = end.count === IN_ZIP64_SHORT || end.listBytes === IN_ZIP64 || end.listStart === IN_ZIP64;
    if (isLarge) return await readEnd64(source, end.at);
    if (disk !== 0 || listDisk !== 0) throw new StoryreelFileError(words.severalDisks);
    return end;
  }
  throw new StoryreelFileError(words.notAZip);
}

async function readEnd64(source: ByteSource, endAt: number): Promise<End> {
  const locatorAt = endAt - LOCATOR.bytes;
  if (locatorAt < 0) throw new StoryreelFileError(words.damagedList);
  const locator = viewOf(await source.read(locatorAt, endAt));
  const at = Number(locator.getBigUint64(8, true));
  if (locator.getUint32(0, true) !== LOCATOR.signature || at > locatorAt - END_64.bytes)
    throw new StoryreelFileError(words.damagedList);
  const view = viewOf(await source.read(at, at + END_64.bytes));
  if (view.getUint32(0, true) !== END_64.signature) throw new StoryreelFileError(words.damagedList);
  if (view.getUint32(16, true) !== 0 || view.getUint32(20, true) !== 0)
    throw new StoryreelFileError(words.severalDisks);
  return {
    at,
    count: Number(view.getBigUint64(32, true)),
    listBytes: Number(view.getBigUint64(40, true)),
    listStart: Number(view.getBigUint64(48, true)),
  };
}

type Listed = { name: string; sizeBytes: number; localAt: number; crc32: number };

function readList(bytes: Uint8Array, count: number): Listed[] {
  const view = viewOf(bytes);
  const entries: Listed[] = [];
  const names = new Set<string>();
  let at = 0;
  for (let number = 0; number < count; number += 1) {
    if (at + LISTED.bytes > bytes.length || view.getUint32(at, true) !== LISTED.signature)
      throw new StoryreelFileError(words.damagedList);
    const [nameBytes, extraBytes] = [view.getUint16(at + 28, true), view.getUint16(at + 30, true)];
    const next = at + LISTED.bytes + nameBytes + extraBytes + view.getUint16(at + 32, true);
    if (next > bytes.length || nameBytes > LONGEST_NAME) throw new StoryreelFileError(words.damagedList);
    const extraAt = at + LISTED.bytes + nameBytes;
    const name = nameOf(bytes.subarray(at + LISTED.bytes, extraAt));
    const [packed, plain, localAt] = [
      view.getUint32(at + 20, true),
      view.getUint32(at + 24, true),
      view.getUint32(at + 42, true),
    ];
    // In this order, each only where the short field is full.
    const long = longFields(viewOf(bytes.subarray(extraAt, extraAt + extraBytes)), [plain, packed, localAt]);
    if (
      (view.getUint16(at + 8, true) & REFUSED_FLAGS) !== 0 ||
      view.getUint16(at + 10, true) !== STORED ||
      long[0] !== long[1]
    )
      throw new StoryreelFileError(words.compressed({ name }));
    if (names.has(name)) throw new StoryreelFileError(words.twice({ name }));
    names.add(name);
    entries.push({ name, sizeBytes: long[0], localAt: long[2], crc32: view.getUint32(at + 16, true) });
    at = next;
  }
  if (at !== bytes.length) throw new StoryreelFileError(words.damagedList);
  return entries;
}

function nameOf(bytes: Uint8Array): string {
  try {
    return textOf(bytes);
  } catch {
    throw new StoryreelFileError(words.damagedList);
  }
}

type Fields = [plain: number, packed: number, localAt: number];

function longFields(extra: DataView, short: Fields): Fields {
  if (!short.includes(IN_ZIP64)) return short;
  for (let at = 0; at + 4 <= extra.byteLength; at += 4 + extra.getUint16(at + 2, true)) {
    if (extra.getUint16(at, true) !== ZIP64_FIELD) continue;
    const [start, end] = [at + 4, Math.min(extra.byteLength, at + 4 + extra.getUint16(at + 2, true))];
    let place = start;
    const long = (value: number): number => {
      if (value !== IN_ZIP64) return value;
      if (place + 8 > end) throw new StoryreelFileError(words.damagedList);
      place += 8;
      return Number(extra.getBigUint64(place - 8, true));
    };
    return [long(short[0]), long(short[1]), long(short[2])];
  }
  throw new StoryreelFileError(words.damagedList);
}

/** An entry's own head says how long it is itself; everything else was told by the list. */
async function locate(source: ByteSource, entry: Listed, listStart: number): Promise<ZipEntry> {
  const { name, sizeBytes, localAt } = entry;
  const outside = new StoryreelFileError(words.outside({ name }));
  if (localAt + LOCAL.bytes > listStart) throw outside;
  const view = viewOf(await source.read(localAt, localAt + LOCAL.bytes));
  if (view.getUint32(0, true) !== LOCAL.signature) throw outside;
  const start = localAt + LOCAL.bytes + view.getUint16(26, true) + view.getUint16(28, true);
  const end = start + sizeBytes;
  if (!Number.isSafeInteger(end) || end > listStart) throw outside;
  return { name, start, end, crc32: entry.crc32 };
}

/** Many entries that share bytes would be many files out of a small one. */
function refuseOverlaps(entries: readonly ZipEntry[]): void {
  let reached = 0;
  for (const { name, start, end } of entries.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    if (start < reached) throw new StoryreelFileError(words.outside({ name }));
    reached = end;
  }
}
