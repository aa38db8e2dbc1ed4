/** Changes that the server refused for good, as the person sees them. */
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
  /** The row was deleted elsewhere, so the person can also restore it. */
  isDeletedElsewhere: boolean;
};

export function problemOf(row: OutboxRow): Problem | null {
  if (row.state !== 'parked' || row.refusal === null) return null;
  return {
    opId: row.opId,
    projectId: row.projectId,
    sceneId: sceneOfChange(row.change),
    label: row.label,
    change: row.change,
    sentence: row.refusal.sentence,
    isDeletedElsewhere: row.refusal.status === 404 && isSceneEdit(row.change),
  };
}
