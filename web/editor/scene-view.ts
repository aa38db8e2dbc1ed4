/** The scenes as they are drawn: the rows with the edits laid over them that are on their way. Pure. */
import type { SceneRow } from '#data/tables/rows.ts';
import type { EditorSession, ReleasedDraft } from './session-store.ts';
import { asDrafted } from './timeline-mode.ts';

export function viewScenes(rows: readonly SceneRow[], released: EditorSession['released']): SceneRow[] {
  return rows.map((row) => viewScene(row, released[row.id]));
}

/** A released draft is over when its row's `rev` has passed the one it was released at: the row then has what it said. */
export function viewScene(row: SceneRow, draft: ReleasedDraft | undefined): SceneRow {
  if (!draft || (draft.rev !== null && row.rev > draft.rev)) return row;
  return asDrafted(row, draft.mode);
}
