/** The .storyreel file that was opened last. It belongs to no account, and to no project of this device. */
import { z } from 'zod';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import type { StoryreelDb } from '../db.ts';
import { readMeta, writeMeta } from './meta.ts';
import type { OpenedFileRow } from './opened-file-schema.ts';

export type { OpenedFileRow } from './opened-file-schema.ts';

const CLIPS = 'openedFileClips';
const FILE = 'openedFile';

/** Whose exports these are while nobody is signed in. */
export const NOBODY = '00000000-0000-7000-8000-000000000000';

/** Hashes of its clips: no project has them, and they stay all the same. */
export async function readOpenedClips(db: StoryreelDb): Promise<ReadonlySet<string>> {
  return new Set(await readMeta(db, CLIPS, z.array(z.string()), []));
}

export async function rememberOpenedClips(db: StoryreelDb, sha256s: readonly string[]): Promise<void> {
  await writeMeta(db, CLIPS, sha256s);
}

export async function readOpenedFile(db: StoryreelDb): Promise<OpenedFileRow | null> {
  const kept = await readKeptFile(db);
  if (kept === null) return null;
  // Large, and first screens ask only whether there is a file.
  const { openedFileSchema } = await import('./opened-file-schema.ts');
  return openedFileSchema.safeParse(kept).data ?? null;
}

/** The row as it is kept, for whoever only moves it; null for none. */
export async function readKeptFile(db: StoryreelDb): Promise<unknown> {
  return (await db.meta.get(FILE))?.value ?? null;
}

export function rememberOpenedFile(db: StoryreelDb, row: OpenedFileRow): Promise<void> {
  return moveKeptFile(db, row);
}

/** Writes what `readKeptFile` read elsewhere. */
export async function moveKeptFile(db: StoryreelDb, kept: unknown): Promise<void> {
  await writeMeta(db, FILE, kept);
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
