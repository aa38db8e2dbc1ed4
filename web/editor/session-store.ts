/** What the editor knows and may lose: the drafts of gestures that are under way. */
import type { PatchSceneRequest } from '#shared/api/scenes.ts';
import type { SceneRow } from '#data/tables/rows.ts';
import { createStore } from 'zustand/vanilla';

/** What a gesture would make of a scene. It lies over the row from the first move until the committed row has come round. */
export type SceneDraft = {
  /** The row's `rev` when the gesture began. */
  rev: number;
  patch: PatchSceneRequest;
  /** The gesture is over and its edit is being committed. */
  isReleased: boolean;
};

export type EditorSession = {
  projectId: string | null;
  /** By scene id. */
  drafts: Readonly<Record<string, SceneDraft>>;
};

const EMPTY: EditorSession = { projectId: null, drafts: {} };

export const editorSession = createStore<EditorSession>(() => EMPTY);

/** A project was opened: nothing of the last one stays. */
export function openProject(projectId: string): void {
  if (editorSession.getState().projectId !== projectId) editorSession.setState({ ...EMPTY, projectId });
}

/** A gesture has moved. The draft keeps the `rev` that it began from. */
export function draftScene(scene: Pick<SceneRow, 'id' | 'rev'>, patch: PatchSceneRequest): void {
  editorSession.setState(({ drafts }) => {
    const running = drafts[scene.id];
    const began = running && !running.isReleased ? running.rev : scene.rev;
    return { drafts: { ...drafts, [scene.id]: { rev: began, patch, isReleased: false } } };
  });
}

/**
 * A gesture is over: commits it once, and keeps showing the draft until the committed row has come round. A failed
 * commit drops the draft. @throws what `commit` throws
 */
export async function releaseDraft(
  scene: Pick<SceneRow, 'id' | 'rev'>,
  commitDraft: (patch: PatchSceneRequest) => Promise<void>,
): Promise<void> {
  const draft = editorSession.getState().drafts[scene.id];
  if (!draft) return;
  const released: SceneDraft = { rev: scene.rev, patch: draft.patch, isReleased: true };
  editorSession.setState(({ drafts }) => ({ drafts: { ...drafts, [scene.id]: released } }));
  try {
    await commitDraft(draft.patch);
  } catch (error) {
    dropDraft(scene.id);
    throw error;
  }
}

/** A gesture was given up (Escape). */
export function dropDraft(sceneId: string): void {
  editorSession.setState(({ drafts }) => {
    const { [sceneId]: _, ...rest } = drafts;
    return { drafts: rest };
  });
}
