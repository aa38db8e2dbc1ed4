/** Folders that people chose for copies of their projects, on this device. A row of `meta` each. */
import { z } from 'zod';
import { idSchema } from '#shared/entities/id.ts';
import type { StoryreelDb } from '../db.ts';

const KEY = 'folderCopy:';

const folderCopySchema = z.object({
  projectId: idSchema,
  userId: idSchema,
  handle: z.custom<FileSystemDirectoryHandle>((value) => value instanceof FileSystemDirectoryHandle),
  fileName: z.string(),
  /** What the project was when the file was written; null before the first time. */
  mark: z.string().nullable(),
  /** Milliseconds since the epoch; null before the first time. */
  writtenAt: z.number().nullable(),
  /** `asks`: the browser wants to be allowed again. `failed`: the folder is gone, or full. */
  state: z.enum(['kept', 'asks', 'failed']),
});
export type FolderCopy = z.infer<typeof folderCopySchema>;

export async function readFolderCopy(db: StoryreelDb, projectId: string): Promise<FolderCopy | null> {
  const parsed = folderCopySchema.safeParse((await db.meta.get(KEY + projectId))?.value);
  return parsed.success ? parsed.data : null;
}

/** Of one person. */
export async function listFolderCopies(db: StoryreelDb, userId: string): Promise<FolderCopy[]> {
  const rows = await db.meta.where('key').startsWith(KEY).toArray();
  return rows
    .map(({ value }) => folderCopySchema.safeParse(value))
    .flatMap(({ data }) => (data?.userId === userId ? [data] : []));
}

export async function writeFolderCopy(db: StoryreelDb, copy: FolderCopy): Promise<void> {
  await db.meta.put({ key: KEY + copy.projectId, value: copy });
}

/** Does nothing where the person has stopped it meanwhile. */
export async function changeFolderCopy(
  db: StoryreelDb,
  projectId: string,
  change: Partial<Pick<FolderCopy, 'mark' | 'writtenAt' | 'state'>>,
): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    const copy = await readFolderCopy(db, projectId);
    if (copy !== null) await writeFolderCopy(db, { ...copy, ...change });
  });
}

/** The file in the folder stays. */
export async function forgetFolderCopy(db: StoryreelDb, projectId: string): Promise<void> {
  await db.meta.delete(KEY + projectId);
}

/** Changes with everything that the file holds; null when the project isn't here. */
export async function markOfProject(db: StoryreelDb, projectId: string): Promise<string | null> {
  const project = await db.projects.get(projectId);
  if (!project) return null;
  const scenes = await db.scenes.where('projectId').equals(projectId).toArray();
  const rows = scenes.map(({ id, rev, sha256 }) => `${id} ${rev} ${sha256}`).toSorted();
  return [project.rev, ...rows].join('\n');
}
