/** Brings the open draft of the editor to the document. */
import { db } from '#data/db.ts';
import { actions } from './actions.ts';
import { releaseDraft, type DraftDeps } from './session-store.ts';
import { trimOf } from './trim-draft.ts';

const pageDrafts: DraftDeps = {
  readRev: async (sceneId) => (await db.scenes.get(sceneId))?.rev ?? null,
  commit: async (mode) => {
    const { sceneId } = mode.draft;
    if (mode.kind === 'trim') return actions.trimScene(sceneId, trimOf(mode.draft, mode.clip));
    const { index, overlay } = mode.draft;
    return actions.writeText(sceneId, index, { ...overlay, text: overlay.text.trim() });
  },
};

/** Resolves when it is on the disk. @throws what the actions throw */
export function saveDraft(): Promise<void> {
  return releaseDraft(pageDrafts);
}
