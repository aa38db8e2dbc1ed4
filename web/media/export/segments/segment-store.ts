/**
 * Encoded stretches, kept in the origin private file system under the hash of what they were made from. A file is packets
 * one after the other, then its index, then how long the index is; one without that end was cut off and does not count.
 */
import { z } from 'zod';
import { base64Of, bytesOfBase64 } from '#shared/bytes.ts';
import { filesOf, moveFile, openDirectory, readFile, removeUnlessHeld } from '#opfs/files.ts';
import { storedKinds } from '#opfs/stored-kinds.ts';

/** The directory, from the root. */
export const SEGMENT_DIRECTORY = storedKinds.segments.directory;

const sampleSchema = z.object({ frame: z.number().int(), fingerprint: z.array(z.number()) });

const indexSchema = z.object({
  /** RFC 6381. */
  codec: z.string(),
  /** The decoder's configuration record in base64; null where the codec has none. */
  description: z.string().nullable(),
  /** Bytes of each packet, in stored order. */
  sizes: z.array(z.number().int().min(0)),
  /** Positions of key packets. */
  keys: z.array(z.number().int().min(0)),
  /** The frame of the stretch that each packet shows, where stored order is another than that of showing. */
  shown: z.array(z.number().int()).nullable(),
  /** Presentation times in microseconds, for sound whose packets differ in length; null where the position says it. */
  timesUs: z.array(z.number()).nullable(),
  /** A picture of the stretch as it was handed to the encoder. */
  sample: sampleSchema.nullable(),
  /** Further ones, such as of each further part of a stretch that was encoded in parts. */
  moreSamples: z.array(sampleSchema).optional(),
});
type StoredIndex = z.infer<typeof indexSchema>;

export type SegmentIndex = Omit<StoredIndex, 'description'> & { description: Uint8Array | null };

export type Segment = {
  key: string;
  index: SegmentIndex;
  /** The packets alone. */
  media: Blob;
};

export type SegmentWriter = {
  /** @throws whatever the store says, such as a QuotaExceededError */
  add(packet: Uint8Array): void;
  /** Makes the segment whole and gives it to read; the one of another tab where that was first. */
  finish(index: SegmentIndex): Promise<Segment>;
  /** Drops what was written. May be called twice, and after a `finish` that went well, when it does nothing. */
  discard(): Promise<void>;
};

export type SegmentStore = {
  /** Null where there is none, or none that is whole. */
  read(key: string): Promise<Segment | null>;
  /** Each writer has a file of its own until it finishes: other tabs may write the same key. Finish or discard it. */
  write(key: string): Promise<SegmentWriter>;
  /** One that is not there is fine, and so is one that is open elsewhere. */
  remove(key: string): Promise<void>;
  /** Removes what is older than a week, then the oldest until the rest fits; what is in `keep` stays. @returns bytes removed */
  sweep(keep: ReadonlySet<string>, maxBytes: number): Promise<number>;
};

/** "SRSG" */
const MAGIC = 0x53525347;
const END_BYTES = 8;
const PIECE_BYTES = 1 << 20;
const LONGEST_MS = 7 * 24 * 60 * 60 * 1000;
/** Longer than any stretch takes to be written; what is older was left by a tab that died. */
const UNFINISHED_FOR_MS = 60 * 60 * 1000;
const UNFINISHED_END = '.part';

/** @param now milliseconds since the epoch */
export function createSegmentStore(now: () => number): SegmentStore {
  const directory = (): Promise<FileSystemDirectoryHandle> => openDirectory([SEGMENT_DIRECTORY], true);
  return {
    read: async (key) => await readKept(await directory(), key),
    write: async (key) => await createWriter(await directory(), key),
    async remove(key) {
      await removeUnlessHeld(await directory(), key);
    },
    sweep: async (keep, maxBytes) => await sweep(await directory(), keep, maxBytes, now()),
  };
}

async function readKept(directory: FileSystemDirectoryHandle, key: string): Promise<Segment | null> {
  const file = await readFile(directory, key);
  return file && readSegment(key, file);
}

async function readSegment(key: string, file: File): Promise<Segment | null> {
  if (file.size < END_BYTES) return null;
  const end = new DataView(await file.slice(file.size - END_BYTES).arrayBuffer());
  const mediaEnd = file.size - END_BYTES - end.getUint32(0);
  if (end.getUint32(4) !== MAGIC || mediaEnd < 0) return null;
  const parsed = readIndex(await file.slice(mediaEnd, file.size - END_BYTES).text());
  if (parsed === null) return null;
  const { description, ...index } = parsed;
  return {
    key,
    index: { ...index, description: description === null ? null : bytesOfBase64(description) },
    media: file.slice(0, mediaEnd),
  };
}

/** Null for what another version wrote, or a damaged disk. */
function readIndex(text: string): StoredIndex | null {
  try {
    return indexSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

async function createWriter(directory: FileSystemDirectoryHandle, key: string): Promise<SegmentWriter> {
  // A file that is written lets nobody else in, so tabs that encode the same stretch must not meet in one.
  const name = `${key}.${crypto.randomUUID()}${UNFINISHED_END}`;
  const fileHandle = await directory.getFileHandle(name, { create: true });
  const handle = await fileHandle.createSyncAccessHandle();
  // What holds no packets, such as the pictures of a clip, needs no room for them.
  let piece: Uint8Array | null = null;
  const state = { filled: 0, position: 0, isOpen: true, isKept: false };
  const put = (bytes: Uint8Array): void => {
    const written = handle.write(bytes, { at: state.position });
    if (written !== bytes.byteLength)
      throw new DOMException(`Only ${written} of ${bytes.byteLength} bytes were written`, 'QuotaExceededError');
    state.position += written;
  };
  const flush = (): void => {
    if (piece !== null) put(piece.subarray(0, state.filled));
    state.filled = 0;
  };
  const close = (): void => {
    state.isOpen = false;
    handle.close();
  };
  return {
    add(packet) {
      if (state.filled + packet.length > PIECE_BYTES) flush();
      if (packet.length > PIECE_BYTES) return put(packet);
      piece ??= new Uint8Array(PIECE_BYTES);
      piece.set(packet, state.filled);
      state.filled += packet.length;
    },
    async finish(index) {
      flush();
      const text = new TextEncoder().encode(
        JSON.stringify({ ...index, description: index.description === null ? null : base64Of(index.description) }),
      );
      const end = new DataView(new ArrayBuffer(END_BYTES));
      end.setUint32(0, text.length);
      end.setUint32(4, MAGIC);
      put(text);
      put(new Uint8Array(end.buffer));
      close();
      const segment = await keepUnder(key, directory, fileHandle);
      state.isKept = true;
      return segment;
    },
    async discard() {
      if (state.isKept) return;
      if (state.isOpen) close();
      await removeUnlessHeld(directory, name);
    },
  };
}

/** Gives a whole file its key for a name, unless another tab was first: whoever reads that one would lose it. */
async function keepUnder(
  key: string,
  directory: FileSystemDirectoryHandle,
  draft: FileSystemFileHandle,
): Promise<Segment> {
  return await navigator.locks.request(`storyreel-segment-${key}`, async () => {
    const other = await readKept(directory, key);
    if (other !== null) {
      await removeUnlessHeld(directory, draft.name);
      return other;
    }
    // Where a file can't be moved, it is good for this export alone.
    await moveFile(draft, directory, key);
    const segment = await readSegment(key, await draft.getFile());
    if (segment === null) throw new Error('A stretch was written and can’t be read');
    return segment;
  });
}

async function sweep(
  directory: FileSystemDirectoryHandle,
  keep: ReadonlySet<string>,
  maxBytes: number,
  nowMs: number,
): Promise<number> {
  const files: File[] = [];
  for await (const file of filesOf(directory, (name) => !keep.has(name))) files.push(file);
  files.sort((a, b) => b.lastModified - a.lastModified);
  let kept = 0;
  let removed = 0;
  for (const { name, size, lastModified } of files) {
    const isUnfinished = name.endsWith(UNFINISHED_END);
    const isYoung = nowMs - lastModified <= (isUnfinished ? UNFINISHED_FOR_MS : LONGEST_MS);
    // What another tab writes is let be, however short room is.
    if (isYoung && (isUnfinished || kept + size <= maxBytes)) {
      kept += size;
      continue;
    }
    if (await removeUnlessHeld(directory, name)) removed += size;
  }
  return removed;
}
