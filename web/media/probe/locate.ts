/** Where files lie, and how to get from there to a Blob that is read by ranges. */
import { z } from 'zod';
import { openDirectory } from '#opfs/files.ts';
import { MediaFailure } from '../failures.ts';

/** A file in the origin private file system: the directories from its root, and the file's name. */
export const opfsPathSchema = z.object({ directories: z.array(z.string().min(1)), name: z.string().min(1) });
export type OpfsPath = z.infer<typeof opfsPathSchema>;

/** Where a clip's bytes are. They are read by ranges, never as a whole. */
export const mediaLocationSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('opfs'), path: opfsPathSchema }),
  z.object({ kind: z.literal('blob'), blob: z.instanceof(Blob) }),
]);
export type MediaLocation = z.infer<typeof mediaLocationSchema>;

/** @throws MediaFailure `source-missing` when there is no such file */
export async function blobAt(location: MediaLocation, sceneNumber?: number): Promise<Blob> {
  if (location.kind === 'blob') return location.blob;
  try {
    const directory = await knownDirectory(location.path);
    const handle = await directory.getFileHandle(location.path.name);
    return await handle.getFile();
  } catch (error) {
    throw new MediaFailure('source-missing', sceneNumber === undefined ? {} : { sceneNumber }, error);
  }
}

/** Directories that files were found in: a movie's clips stand in one, and finding it takes a message for each step. */
const directories = new Map<string, Promise<FileSystemDirectoryHandle>>();

async function knownDirectory(path: OpfsPath): Promise<FileSystemDirectoryHandle> {
  const key = path.directories.join('/');
  const finding = directories.get(key) ?? openDirectory(path.directories, false);
  directories.set(key, finding);
  finding.catch(() => directories.delete(key));
  return await finding;
}
