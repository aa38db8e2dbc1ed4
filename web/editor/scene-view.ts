/** The scenes as they are drawn: the rows with the drafts of running gestures laid over them. Pure. */
import { withoutUndefined } from '#data/document/without-undefined.ts';
import type { SceneRow } from '#data/tables/rows.ts';
import type { EditorSession, SceneDraft } from './session-store.ts';

export function viewScenes(rows: readonly SceneRow[], drafts: EditorSession['drafts']): SceneRow[] {
  return rows.map((row) => viewScene(row, drafts[row.id]));
}

/** A released draft is over when its row's `rev` has passed the one it was released at: the row then has what it said. */
export function viewScene(row: SceneRow, draft: SceneDraft | undefined): SceneRow {
  if (!draft || (draft.isReleased && row.rev > draft.rev)) return row;
  return { ...row, ...withoutUndefined(draft.patch) };
}
