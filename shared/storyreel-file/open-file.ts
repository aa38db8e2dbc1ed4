/** Opens a .storyreel file: its document by schema, and where in the file each clip lies. Nothing is unpacked. */
import type { ByteSource } from '../mp4/byte-source.ts';
import { formatBytes } from '../words/format.ts';
import { crc32 } from './crc32.ts';
import {
  DOCUMENT_NAME,
  ENTRY_NAME,
  entryName,
  FILE_VERSION,
  storyreelDocumentSchema,
  type StoredFileEntry,
  type StoryreelDocument,
} from './document.ts';
import { readZip, type ZipEntry } from './read-zip.ts';
import { StoryreelFileError } from './refusal.ts';
import { textOf } from './utf8.ts';
import { fileWords as words } from './words.ts';

export type OpenedFile = {
  document: StoryreelDocument;
  /** The files beside it, each with the range of its bytes. Their hashes are not compared yet. */
  files: (StoredFileEntry & { name: string; start: number; end: number })[];
};

/** Words and receipts of the largest project come to a few megabytes. */
const MOST_DOCUMENT_BYTES = 32_000_000;

/** @throws StoryreelFileError, and what the source throws */
export async function openStoryreelFile(source: ByteSource): Promise<OpenedFile> {
  const entries = new Map((await readZip(source)).map((entry) => [entry.name, entry]));
  for (const name of entries.keys())
    if (!ENTRY_NAME.test(name)) throw new StoryreelFileError(words.strangeName({ name: shown(name) }));
  const document = await readDocument(source, entries.get(DOCUMENT_NAME));
  return { document, files: matchFiles(document, entries) };
}

/** Compares every file with its hash. @param hash lower-case hexadecimal SHA-256 of a range of the file */
export async function checkHashes(
  { files }: OpenedFile,
  hash: (start: number, end: number) => Promise<string>,
): Promise<void> {
  for (const { name, sha256, start, end } of files)
    if ((await hash(start, end)) !== sha256) throw new StoryreelFileError(words.wrongHash({ name }));
}

async function readDocument(source: ByteSource, entry: ZipEntry | undefined): Promise<StoryreelDocument> {
  if (!entry) throw new StoryreelFileError(words.noDocument);
  const sizeBytes = entry.end - entry.start;
  if (sizeBytes > MOST_DOCUMENT_BYTES)
    throw new StoryreelFileError(words.documentTooLong({ size: formatBytes(sizeBytes) }));
  const bytes = await source.read(entry.start, entry.end);
  if (crc32(bytes) !== entry.crc32) throw new StoryreelFileError(words.damagedDocument);
  const value = parseJson(bytes);
  if (typeof value !== 'object' || value === null || !('format' in value) || value.format !== 'storyreel')
    throw new StoryreelFileError(words.notADocument);
  if ('version' in value && typeof value.version === 'number' && value.version > FILE_VERSION)
    throw new StoryreelFileError(words.newer);
  const parsed = storyreelDocumentSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const path = parsed.error.issues[0]?.path.join('.') ?? '';
  throw new StoryreelFileError(words.wrongDocument({ path: shown(path) }));
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(textOf(bytes));
  } catch {
    throw new StoryreelFileError(words.damagedDocument);
  }
}

function matchFiles(document: StoryreelDocument, entries: ReadonlyMap<string, ZipEntry>): OpenedFile['files'] {
  const left = new Set(entries.keys());
  left.delete(DOCUMENT_NAME);
  const files = document.files.map((file) => {
    const name = entryName(file);
    const entry = entries.get(name);
    if (!entry || !left.delete(name)) throw new StoryreelFileError(words.missing({ name }));
    if (entry.end - entry.start !== file.sizeBytes)
      throw new StoryreelFileError(words.wrongSize({ name, sizeBytes: file.sizeBytes }));
    return { ...file, name, start: entry.start, end: entry.end };
  });
  const [unlisted] = left;
  if (unlisted !== undefined) throw new StoryreelFileError(words.unlisted({ name: unlisted }));
  return files;
}

/** A name from a hostile file is shown, but never at any length. */
function shown(text: string): string {
  const plain = text.replaceAll(/\p{C}/gu, '?');
  return plain.length > 60 ? `${plain.slice(0, 60)}…` : plain;
}
