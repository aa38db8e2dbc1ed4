/** What stands for the files of a device where there is no origin private file system: files in memory. */
import { createHash } from 'node:crypto';
import { WrongHashError } from '#data/clip-store.ts';
import type { StoryreelDb } from '#data/db.ts';
import { addOwnFile } from '#data/tables/own-files.ts';
import type { ImportDeps } from '#editor/import-opened-file.ts';
import type { OpenDeps } from '#editor/open-project-file.ts';
import type { OwnFile } from '#shared/entities/own-file.ts';
import type { StoredFileEntry } from '#shared/storyreel-file/document.ts';
import { oneSecondFacts } from './clips/one-second-facts.ts';

/** As the clip store keeps them: nothing stands under a name that isn't its hash. */
export function memoryStore(files: Map<string, Uint8Array>): OpenDeps['store'] {
  return {
    has: async (sha256) => files.has(sha256),
    async write(sha256, stream) {
      const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
      const found = createHash('sha256').update(bytes).digest('hex');
      if (found !== sha256) throw new WrongHashError(sha256, found);
      files.set(sha256, bytes);
      return { sizeBytes: bytes.length };
    },
  };
}

/** Makes files the person's own that a saved project holds, each with facts of its kind. */
export function ownFileTaker(db: StoryreelDb, userId: string, files: readonly StoredFileEntry[]): ImportDeps['takeIn'] {
  const held = new Map(files.map((file) => [file.sha256, file]));
  return async (sha256, name, kind) => {
    const file = held.get(sha256);
    if (file?.kind !== kind) return null;
    return (await addOwnFile(db, userId, ownFileOf(file, name))).file;
  };
}

function ownFileOf({ kind, sha256, sizeBytes }: StoredFileEntry, name: string): OwnFile {
  const common = { sha256, name, sizeBytes, createdAt: 1 };
  if (kind === 'clip') return { ...common, kind, type: 'video/mp4', facts: oneSecondFacts };
  if (kind === 'picture') return { ...common, kind, type: 'image/jpeg', facts: { width: 640, height: 360 } };
  return {
    ...common,
    kind,
    type: 'audio/mpeg',
    facts: { codec: 'mp3', sampleRate: 48_000, channels: 2, durationSeconds: 9 },
  };
}
