/** What is left to send of projects that their person deleted. Everything here runs inside a transaction of its caller. */
import type { StoryreelDb } from '../db.ts';
import { forgetDocument } from './documents.ts';
import type { OutboxRow } from './rows.ts';

type Owned = Pick<OutboxRow, 'projectId' | 'userId'>;

/** The project is gone for good: none of its changes can be sent, and no screen would show the refused ones. */
export async function forgetProjectChanges(db: StoryreelDb, { projectId, userId }: Owned): Promise<void> {
  await db.outbox
    .where('projectId')
    .equals(projectId)
    .filter((row) => row.userId === userId)
    .delete();
}

/** Forgets a project that its person just deleted, if the server certainly never had it. Else its deletion has to be sent. */
export async function forgetIfNeverSent(db: StoryreelDb, project: Owned): Promise<void> {
  const rows = await db.outbox.where('projectId').equals(project.projectId).toArray();
  const creation = rows.find(({ userId, change }) => userId === project.userId && change.kind === 'create-project');
  if (!creation || !isUnknownToServer(creation)) return;
  await forgetProjectChanges(db, project);
  await forgetDocument(db, project.projectId);
}

/** Where something in between refused it, an earlier try may have come through. */
function isUnknownToServer({ state, attempts, refusal }: OutboxRow): boolean {
  return state === 'parked' ? (refusal?.code ?? null) !== null : attempts === 0;
}
