/** Rows that could not be read after an update and were set aside: which project they belong to, and what can be done. */
import { z } from 'zod';
import type { StoryreelDb } from '../db.ts';
import type { QuarantineRow } from './rows.ts';

/** As much of an unreadable row as says whose it is. */
const ownership = z.object({
  id: z.string().optional().catch(undefined),
  userId: z.string().optional().catch(undefined),
  projectId: z.string().optional().catch(undefined),
});

/** Whether a row is shown with a project: it belongs to it, or to none, and not to another person of this device. */
export function isOfProject(row: SetAside, projectId: string, userId: string) {
  const { ownerId, project } = ownersOf(row);
  return (ownerId === undefined || ownerId === userId) && (project === undefined || project === projectId);
}

type SetAside = Pick<QuarantineRow, 'table' | 'row'>;

/** Whose a row is, and which project's, as far as it says so. */
export function ownersOf({ table, row }: SetAside): { ownerId: string | undefined; project: string | undefined } {
  const parsed = ownership.safeParse(row);
  const owner = parsed.success ? parsed.data : {};
  return {
    ownerId: table === 'users' ? owner.id : owner.userId,
    project: table === 'projects' ? owner.id : owner.projectId,
  };
}

/** Gives a row up. */
export async function discardSetAside(db: StoryreelDb, id: number): Promise<void> {
  await db.quarantine.delete(id);
}

/** Keeps a row that was given up after all. */
export async function keepSetAside(db: StoryreelDb, row: QuarantineRow): Promise<void> {
  await db.quarantine.put(row);
}
