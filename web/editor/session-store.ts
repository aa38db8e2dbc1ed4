/** What the editor knows and may lose: the selected scene, what is being trimmed or written, and edits on their way. */
import { createStore } from 'zustand/vanilla';
import { sameValue } from '#shared/rules/same-value.ts';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';
import { AT_REST, isAboutSame, isTextGone, letGo, type Drafting, type TimelineMode } from './timeline-mode.ts';
import type { TrimDraft } from './trim-draft.ts';

/** A draft whose edit is being committed: it lies over its row until the committed row has come round. */
export type ReleasedDraft = {
  mode: Drafting;
  /** The row's `rev` before the commit; null until it is known. */
  rev: number | null;
};

export type TextRef = { sceneId: string; textId: string };

export type EditorSession = {
  projectId: string | null;
  /** The address says it too, as `?scene=`. The scene may have been deleted since. */
  selectedSceneId: string | null;
  /** The scene whose join with the next one is worked on, which then is the selected scene; null while a scene is. */
  selectedJoinId: string | null;
  /** The text that is worked on outside of its dialog. It may have been deleted since. */
  selectedText: TextRef | null;
  /** Whether what belongs to the selection is shown beside the picture. */
  isInspectorOpen: boolean;
  mode: TimelineMode;
  /** What `mode` began as. A draft that has not changed since is left without a word. */
  began: TimelineMode;
  /** By scene id. */
  released: Readonly<Record<string, ReleasedDraft>>;
  /** Drafts that were left while they could not be saved. They are offered again. */
  kept: readonly Drafting[];
};

const EMPTY: EditorSession = {
  projectId: null,
  selectedSceneId: null,
  selectedJoinId: null,
  selectedText: null,
  isInspectorOpen: true,
  mode: AT_REST,
  began: AT_REST,
  released: {},
  kept: [],
};

export const editorSession = createStore<EditorSession>(() => EMPTY);

const { getState, setState } = editorSession;

/** A project was opened: nothing of the last one stays. */
export function openProject(projectId: string): void {
  if (getState().projectId !== projectId) setState({ ...EMPTY, projectId });
}

export function selectScene(sceneId: string | null): void {
  const { selectedSceneId, selectedJoinId } = getState();
  // A text stays selected while the picture goes to it.
  if (selectedSceneId !== sceneId) setState({ selectedText: null });
  if (selectedSceneId !== sceneId || selectedJoinId !== null)
    setState({ selectedSceneId: sceneId, selectedJoinId: null });
}

/** A text of a scene, which then is the selected scene; null lets go of it. */
export function selectText(text: TextRef | null): void {
  if (text === null) setState({ selectedText: null });
  else setState({ selectedSceneId: text.sceneId, selectedJoinId: null, selectedText: text });
}

/** The join of a scene with the next one. */
export function selectJoin(sceneId: string): void {
  setState({ selectedSceneId: sceneId, selectedJoinId: sceneId, selectedText: null });
}

export function openInspector(isInspectorOpen: boolean): void {
  setState({ isInspectorOpen });
}

/** Somebody begins to trim or to write; with what was kept of the same, where something was. */
export function beginDraft(mode: Drafting): void {
  const { kept } = getState();
  const before = kept.find((other) => isAboutSame(other, mode));
  setState({ mode: before ?? mode, began: mode, kept: kept.filter((other) => other !== before) });
}

export function changeTrim(draft: TrimDraft): void {
  setState(({ mode }) => (mode.kind === 'trim' ? { mode: { ...mode, draft } } : {}));
}

export function changeText(overlay: TextOverlay): void {
  setState(({ mode }) => (mode.kind === 'text' ? { mode: { ...mode, draft: { ...mode.draft, overlay } } } : {}));
}

/** The draft that is open, where it is another one than it began as. */
export function touchedDraft(): Drafting | null {
  const { mode, began } = getState();
  return mode.kind === 'rest' || sameValue(mode, began) ? null : mode;
}

/** The draft is given up, or its work is done. */
export function dropDraft(): void {
  setState({ mode: AT_REST, began: AT_REST });
}

/** Opens a draft again as it was. */
export function reopenDraft({ mode, began }: Pick<EditorSession, 'mode' | 'began'>): void {
  setState({ mode, began });
}

/** Lays a draft aside until the same is begun again. */
export function keepDraft(mode: Drafting): void {
  setState(({ kept }) => ({ kept: [...kept.filter((other) => !isAboutSame(other, mode)), letGo(mode)] }));
}

/** Drafts of texts that are gone are offered as new ones: nothing else is left to select. @param overlays of the scene as it is */
export function offerAsNew(sceneId: string, overlays: readonly TextOverlay[]): void {
  const asNew = (one: Drafting): Drafting =>
    one.kind === 'text' && one.draft.sceneId === sceneId && isTextGone(one.draft, overlays)
      ? { ...one, draft: { ...one.draft, of: null } }
      : one;
  setState(({ kept }) => ({ kept: kept.map(asNew) }));
}

/** What a commit asks of the database. */
export type DraftDeps = {
  /** The `rev` of a scene's row; null where there is none. */
  readRev: (sceneId: string) => Promise<number | null>;
  /** Answers whether it has added a text. @throws AppError, the database's error */
  commit: (mode: Drafting) => Promise<boolean>;
  /** A fresh UUIDv7. */
  newId: () => string;
};

/**
 * The open draft is finished: it is closed at once, committed once, and shown until the committed row has come round.
 * Resolves when it is on the disk, with what `commit` answers. @throws what `commit` throws; the draft is then no longer
 * shown
 */
export async function releaseDraft({ readRev, commit, newId }: DraftDeps): Promise<boolean> {
  const open = getState().mode;
  if (open.kind === 'rest') return false;
  const mode = withId(open, newId);
  const { sceneId } = mode.draft;
  const show = (rev: number | null): void =>
    setState(({ released }) => ({ released: { ...released, [sceneId]: { mode, rev } } }));
  dropDraft();
  show(null);
  try {
    // Known before the commit, so that the draft is over with the first row that has it.
    show(await readRev(sceneId));
    return await commit(mode);
  } catch (error) {
    setState(({ released }) => {
      const { [sceneId]: failed, ...rest } = released;
      return failed?.mode === mode ? { released: rest } : {};
    });
    throw error;
  }
}

/** A new text has its id before it's on the disk: what is shown of it can be chosen at once. */
function withId(mode: Drafting, newId: () => string): Drafting {
  if (mode.kind === 'trim' || mode.draft.of !== null) return mode;
  const { draft } = mode;
  return { ...mode, draft: { ...draft, overlay: { ...draft.overlay, id: draft.overlay.id ?? newId() } } };
}
