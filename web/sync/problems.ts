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
  /** Null for a project, whatever was done to it. */
  change: Change | null;
  /** Why the server refused it. */
  sentence: string;
  /**
   * `scene-deleted`, `project-deleted`: on another device, so the person can also restore the scene, or keep the project as
   * a new one. `project-missing`: the server lacks it, and nobody is known to have deleted it. `stuck`: not refused, but it
   * meets the same trouble again and again.
   */
  kind: 'refused' | 'scene-deleted' | 'project-deleted' | 'project-missing' | 'stuck';
};

export type RefusedChange = Problem & { change: Change };

export function problemOf(row: OutboxRow): RefusedChange | null {
  const { opId, projectId, label, change } = row;
  const problem = { opId, projectId, sceneId: sceneOfChange(change), label, change };
  if (isStuck(row)) return { ...problem, sentence: row.trouble?.sentence ?? '', kind: 'stuck' };
  if (row.state !== 'parked' || row.refusal === null) return null;
  return { ...problem, sentence: row.refusal.sentence, kind: refusedKind(row.refusal, change) };
}

/** There may be no change to name it by. */
export function missingProject(projectId: string): Problem {
  return { opId: projectId, projectId, sceneId: null, label: '', change: null, sentence: '', kind: 'project-missing' };
}

function refusedKind({ code, isProjectGone }: NonNullable<OutboxRow['refusal']>, change: Change): Problem['kind'] {
  if (isProjectGone === true) return 'project-deleted';
  return code === 'not_found' && isSceneEdit(change) ? 'scene-deleted' : 'refused';
}
