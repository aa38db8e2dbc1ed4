/** Brings the open draft of the editor to the document. */
import { db } from '#data/db.ts';
import { browserDevice } from '#data/device.ts';
import { actions } from './actions.ts';
import { releaseDraft, type DraftDeps } from './session-store.ts';
import { trimOf } from './trim-draft.ts';

const pageDrafts: DraftDeps = {
  newId: browserDevice.newId,
  readRev: async (sceneId) => (await db.scenes.get(sceneId))?.rev ?? null,
  commit: async (mode) => {
    const { sceneId } = mode.draft;
    if (mode.kind === 'text') {
      const { of, overlay } = mode.draft;
      return actions.writeText(sceneId, of, { ...overlay, text: overlay.text.trim() });
    }
    await actions.trimScene(sceneId, trimOf(mode.draft, mode.clip));
    return false;
  },
};

/** Resolves when it is on the disk, with whether a text was added. @throws what the actions throw */
export function saveDraft(): Promise<boolean> {
  return releaseDraft(pageDrafts);
}
