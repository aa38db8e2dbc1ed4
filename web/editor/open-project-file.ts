/** Opens a .storyreel file on this device: its clips go into the clip store, each compared with its hash. */
import { WrongHashError, type ClipStore } from '#data/clip-store.ts';
import type { StoryreelDb } from '#data/db.ts';
import { rememberOpenedClips } from '#data/tables/opened-file.ts';
import { publicProjectSchema, publicSceneSchema, type ShowcaseProject } from '#shared/api/showcase.ts';
import { publicAudioSchema } from '#shared/entities/movie-audio.ts';
import { blobSource } from '#shared/mp4/byte-source.ts';
import type { StoryreelDocument } from '#shared/storyreel-file/document.ts';
import { openStoryreelFile } from '#shared/storyreel-file/open-file.ts';
import { StoryreelFileError } from '#shared/storyreel-file/refusal.ts';
import { fileWords } from '#shared/storyreel-file/words.ts';

export type OpenDeps = {
  db: StoryreelDb;
  store: Pick<ClipStore, 'has' | 'write'>;
  now(): number;
};

/**
 * @param onProgress how much of the clips is here, from 0 to 1
 * @throws StoryreelFileError, QuotaExceededError, AbortError
 */
export async function openProjectFile(
  { db, store, now }: OpenDeps,
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<StoryreelDocument> {
  try {
    const { document, files } = await openStoryreelFile(blobSource(file));
    // Before the first is written: nothing is to take one for unused.
    await rememberOpenedClips(
      db,
      files.map(({ sha256 }) => sha256),
    );
    const allBytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    let doneBytes = 0;
    for (const { name, sha256, sizeBytes, start, end } of files) {
      signal.throwIfAborted();
      if (!(await store.has(sha256))) await keep(store, { name, sha256 }, file.slice(start, end), signal);
      await db.clips.put({ sha256, sizeBytes, storedAt: now() });
      doneBytes += sizeBytes;
      onProgress(doneBytes / Math.max(1, allBytes));
    }
    return document;
  } catch (error) {
    // A file that was changed or removed since it was chosen.
    if (error instanceof DOMException && (error.name === 'NotReadableError' || error.name === 'NotFoundError'))
      throw new StoryreelFileError(fileWords.unreadable);
    throw error;
  }
}

/** As the public player shows it. The file names no person. */
export function shownProject({ project, scenes }: StoryreelDocument): ShowcaseProject {
  const user = { firstName: '', lastName: '', profileImageUrl: null };
  return {
    project: publicProjectSchema.parse({ ...project, isIndexable: false, user }),
    scenes: scenes.map((scene) => publicSceneSchema.parse(scene)),
    audio: project.audio.map((piece) => publicAudioSchema.parse(piece)),
  };
}

async function keep(
  store: OpenDeps['store'],
  { name, sha256 }: { name: string; sha256: string },
  bytes: Blob,
  signal: AbortSignal,
): Promise<void> {
  try {
    await store.write(sha256, bytes.stream(), signal);
  } catch (error) {
    if (error instanceof WrongHashError) throw new StoryreelFileError(fileWords.wrongHash({ name }));
    throw error;
  }
}
