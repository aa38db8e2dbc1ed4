/** Undo and redo. An entry is undone by its inverse, which is an edit like any other and is sent like one. */
import type { StoryreelDb } from '#data/db.ts';
import { documentTables } from '#data/tables/documents.ts';
import type { HistoryRow } from '#data/tables/rows.ts';
import type { Change } from '#data/change.ts';
import { sceneMadeBy, scenesOfChange } from '#data/scene-of-change.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { earlierHalf } from '#shared/rules/split-scene.ts';
import { enact, pageDeps, type CommitDeps } from './enact.ts';
import { withoutClosedChoicesOf, withoutGoneTexts } from './open-clip.ts';
import type { CommandPlan } from './plan.ts';
import { keptAs, revsOf } from './read-again.ts';
import { editWords } from './words.ts';

/** Entries kept for a project; older ones can't be undone any more. */
const HISTORY_LENGTH = 200;

/** Remembers what was done, and forgets what had been undone: after a new edit there is nothing to redo. */
export async function recordDone(
  db: StoryreelDb,
  plan: CommandPlan & { inverse: HistoryRow['inverse'] },
  at: number,
): Promise<void> {
  const rows = await db.history.where('projectId').equals(plan.projectId).sortBy('seq');
  const undone = rows.filter((row) => row.state === 'undone');
  const surplus = rows.filter((row) => row.state === 'done').slice(0, -(HISTORY_LENGTH - 1));
  await db.history.bulkDelete([...undone, ...surplus].map((row) => row.seq));
  const { projectId, userId, label, changes, inverse } = plan;
  await db.history.add({ projectId, userId, label, changes, inverse, state: 'done', at });
}

/** Takes the latest edit of a project back. Answers its label, or null when there is none. */
export function undo(projectId: string, deps: CommitDeps = pageDeps): Promise<string | null> {
  return step(projectId, 'done', deps);
}

/** Undoes just one edit: answers how, once it is made, or null where it has changed nothing that can be undone. */
export async function undoable(
  projectId: string,
  edit: () => Promise<unknown>,
  deps: CommitDeps = pageDeps,
): Promise<(() => Promise<string | null>) | null> {
  const before = await latestDone(projectId, deps);
  await edit();
  const made = await latestDone(projectId, deps);
  return made === null || made === before ? null : () => step(projectId, 'done', deps, made);
}

/** The number of the latest edit that is not undone. It's asked as a write is: a tab that can't write anymore hears that at once. */
function latestDone(projectId: string, { db }: CommitDeps): Promise<number | null> {
  return db.transaction('rw', db.history, async () => {
    const rows = await db.history.where('projectId').equals(projectId).sortBy('seq');
    return rows.findLast((row) => row.state === 'done')?.seq ?? null;
  });
}

/** Does the latest undone edit again. Answers its label, or null when there is none. */
export function redo(projectId: string, deps: CommitDeps = pageDeps): Promise<string | null> {
  return step(projectId, 'undone', deps);
}

/** @param only the one that is meant: where another has come after it, nothing happens */
function step(projectId: string, from: 'done' | 'undone', deps: CommitDeps, only?: number): Promise<string | null> {
  const { db } = deps;
  const edit = () =>
    db.transaction('rw', documentTables(db), async () => {
      const rows = (await db.history.where('projectId').equals(projectId).sortBy('seq')).filter(
        (row) => row.state === from,
      );
      const entry = from === 'done' ? rows.at(-1) : rows[0];
      if (!entry || (only !== undefined && entry.seq !== only)) return { written: new Map(), result: null };
      const scenes = await db.scenes.where('projectId').equals(projectId).toArray();
      const changes = from === 'done' ? entry.inverse : entry.changes.flatMap((change) => again(change, scenes));
      await enact(
        { ...entry, label: from === 'done' ? editWords.undo({ label: entry.label }) : entry.label },
        withoutGoneTexts(withoutClosedChoicesOf(changes, scenes), scenes),
        deps,
      );
      await db.history.update(entry.seq, { state: from === 'done' ? 'undone' : 'done' });
      const touched = [...new Set(changes.flatMap(scenesOfChange))];
      return { written: await revsOf(db, [projectId], touched), result: entry.label };
    });
  return keptAs<string | null>(deps, edit);
}

/** Redoing what made a scene restores it: the undo only left its tombstone, and its id exists. */
export function again(change: Change, scenes: readonly Scene[]): Change[] {
  const made = sceneMadeBy(change);
  if (made === null) return [change];
  const restored: Change = { kind: 'restore-scene', sceneId: made };
  const scene = change.kind === 'split-scene' ? scenes.find(({ id }) => id === change.sceneId) : undefined;
  if (change.kind !== 'split-scene' || scene === undefined) return [restored];
  return [{ kind: 'patch-scene', sceneId: scene.id, patch: earlierHalf(scene, change.atSeconds) }, restored];
}
