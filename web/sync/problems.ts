/** Changes that don't come through without the person, as the person sees them. */
import { isStuck } from '#data/stuck-change.ts';
import type { OutboxRow } from '#data/tables/rows.ts';
import type { Change } from '#data/change.ts';
import { isSceneEdit, sceneOfChange } from '#data/scene-of-change.ts';

export type Problem = {
  opId: string;
  projectId: string;
  sceneId: string | null;
  /** What the person did: "Edit scene 3". */
  label: string;
  change: Change;
  /** Why the server refused it. */
  sentence: string;
  /**
   * `scene-deleted`, `project-deleted`: on another device, so the person can also restore the scene, or keep the project as
   * a new one. `stuck`: not refused, but it meets the same trouble again and again.
   */
  kind: 'refused' | 'scene-deleted' | 'project-deleted' | 'stuck';
};

export function problemOf(row: OutboxRow): Problem | null {
  const { opId, projectId, label, change } = row;
  const problem = { opId, projectId, sceneId: sceneOfChange(change), label, change };
  if (isStuck(row)) return { ...problem, sentence: row.trouble?.sentence ?? '', kind: 'stuck' };
  if (row.state !== 'parked' || row.refusal === null) return null;
  return { ...problem, sentence: row.refusal.sentence, kind: refusedKind(row.refusal, change) };
}

function refusedKind({ status, isProjectGone }: NonNullable<OutboxRow['refusal']>, change: Change): Problem['kind'] {
  if (isProjectGone === true) return 'project-deleted';
  return status === 404 && isSceneEdit(change) ? 'scene-deleted' : 'refused';
}
