/** Folders that people chose for copies of their projects, on this device. A row of `meta` each. */
import { z } from 'zod';
import { idSchema } from '#shared/entities/id.ts';
import { wantedFiles } from '#shared/storyreel-file/document.ts';
import type { StoryreelDb } from '../db.ts';
import { readKeptSpending } from './kept-spending.ts';

const KEY = 'folderCopy:';

const folderCopySchema = z.object({
  projectId: idSchema,
  userId: idSchema,
  handle: z.custom<FileSystemDirectoryHandle>((value) => value instanceof FileSystemDirectoryHandle),
  fileName: z.string(),
  /** What the project was when the file was written; null before the first time. */
  mark: z.string().nullable(),
  /** What it was when the file couldn't be written: the same isn't tried twice. */
  failedMark: z.string().nullable().default(null),
  /** How many of its clips, sounds, and pictures weren't to be had for the file. */
  missing: z.number().int().default(0),
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
  change: Partial<Pick<FolderCopy, 'mark' | 'failedMark' | 'missing' | 'writtenAt' | 'state'>>,
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
  const documentMark = await markOfDocument(db, projectId);
  return documentMark === null ? null : joinMarks(documentMark, await markOfFiles(db, projectId));
}

/** All but the files that belong to it. */
export async function markOfDocument(db: StoryreelDb, projectId: string): Promise<string | null> {
  const project = await db.projects.get(projectId);
  if (!project) return null;
  const [scenes, base, exports, spending] = await Promise.all([
    db.scenes.where('projectId').equals(projectId).toArray(),
    db.bases.get(projectId),
    db.exports.where('projectId').equals(projectId).toArray(),
    readKeptSpending(db, project.userId),
  ]);
  const attempts = (spending?.attempts ?? []).filter((attempt) => attempt.projectId === projectId);
  return [
    project.rev,
    ...scenes.map(({ id, rev, sha256 }) => `${id} ${rev} ${sha256}`).toSorted(),
    ...(base?.takes ?? []).map(({ scene }) => ['take', scene.id, scene.version, scene.sha256].join(' ')).toSorted(),
    ...exports
      .flatMap(({ id, receipt, endedAt }) => (receipt === null ? [] : [['receipt', id, endedAt].join(' ')]))
      .toSorted(),
    ...attempts.map(({ id, state, amountUsd }) => ['attempt', id, state, amountUsd].join(' ')).toSorted(),
  ].join('\n');
}

/** Which of its files are here: one that arrives later belongs into the copy, too. */
export async function markOfFiles(db: StoryreelDb, projectId: string): Promise<string> {
  const [project, scenes, base] = await Promise.all([
    db.projects.get(projectId),
    db.scenes.where('projectId').equals(projectId).toArray(),
    db.bases.get(projectId),
  ]);
  if (!project) return '';
  const wanted = wantedFiles({ project, scenes, takes: base?.takes ?? [] }).map(({ sha256 }) => sha256);
  const here = await db.clips.where('sha256').anyOf(wanted).primaryKeys();
  return here.toSorted().join('\n');
}

export function joinMarks(documentMark: string, filesMark: string): string {
  return `${documentMark}\n\n${filesMark}`;
}
