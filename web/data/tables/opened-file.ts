/** The .storyreel file that was opened last. It belongs to no account, and to no project of this device. */
import { z } from 'zod';
import { idSchema } from '#shared/entities/id.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { storyreelDocumentSchema } from '#shared/storyreel-file/document.ts';
import type { StoryreelDb } from '../db.ts';
import { readMeta, writeMeta } from './meta.ts';

const CLIPS = 'openedFileClips';
const FILE = 'openedFile';

/** Whose exports these are while nobody is signed in. */
export const NOBODY = '00000000-0000-7000-8000-000000000000';

const openedFileSchema = z.object({
  /** Of the project that it is shown as, and that it becomes when it's imported. */
  id: idSchema,
  document: storyreelDocumentSchema,
  /** Whether it's to be imported as soon as somebody is signed in. */
  isWanted: z.boolean(),
});
export type OpenedFileRow = z.infer<typeof openedFileSchema>;

/** Hashes of its clips: no project has them, and they stay all the same. */
export async function readOpenedClips(db: StoryreelDb): Promise<ReadonlySet<string>> {
  return new Set(await readMeta(db, CLIPS, z.array(z.string()), []));
}

export async function rememberOpenedClips(db: StoryreelDb, sha256s: readonly string[]): Promise<void> {
  await writeMeta(db, CLIPS, sha256s);
}

export function readOpenedFile(db: StoryreelDb): Promise<OpenedFileRow | null> {
  return readMeta(db, FILE, openedFileSchema.nullable(), null);
}

export async function rememberOpenedFile(db: StoryreelDb, row: OpenedFileRow): Promise<void> {
  await writeMeta(db, FILE, row);
}

/** Its clips may go, unless a project has them now. */
export async function forgetOpenedFile(db: StoryreelDb): Promise<void> {
  await db.meta.bulkDelete([FILE, CLIPS]);
}

/** As a project like any other, of nobody. */
export function openedProject({ id, document }: Pick<OpenedFileRow, 'id' | 'document'>): {
  project: Project;
  scenes: Scene[];
} {
  const scenes = document.scenes.map((scene) => ({ ...scene, projectId: id }));
  return { project: { ...document.project, id, userId: NOBODY }, scenes };
}
