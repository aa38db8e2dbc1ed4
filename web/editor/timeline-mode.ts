/** What somebody is doing on the timeline, and the scenes with that laid over them. Pure. */
import type { SceneRow } from '#data/tables/rows.ts';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';
import type { MoviePlan, PlanScene } from '#shared/movie/movie-plan.ts';
import { overlayProblem, type FormProblem } from '#shared/rules/validation.ts';
import { isSameText, placeOfText } from '#shared/rules/text-changes.ts';
import { withOverlay } from './overlay-form.ts';
import { trimOf, type ClipFrames, type TrimDraft, type TrimEdge } from './trim-draft.ts';

/** A text that is being written, or changed: then `of` is the text as it was when that began. */
export type TextDraft = { sceneId: string; of: TextOverlay | null; overlay: TextOverlay };

/** `held` while one edge is moved on the strip, outside of trim mode: letting it go applies it. */
export type Trimming = { kind: 'trim'; draft: TrimDraft; clip: ClipFrames; held?: TrimEdge };

/** `held` while a text is moved, styled, or typed in place, outside of its dialog: letting it go saves it. */
export type Writing = { kind: 'text'; draft: TextDraft; held?: true };

/** A scene is being trimmed, or a text written: what that would make of it is a draft. */
export type Drafting = Trimming | Writing;

export type TimelineMode = { kind: 'rest' } | Drafting;

export const AT_REST: TimelineMode = { kind: 'rest' };

/** The draft of trim mode; null in every other mode, and while an edge is only held. */
export function trimModeDraft(mode: TimelineMode): TrimDraft | null {
  return mode.kind === 'trim' && mode.held === undefined ? mode.draft : null;
}

/** The draft of the text dialog; null in every other mode, and while a text is only held. */
export function dialogDraft(mode: TimelineMode): TextDraft | null {
  return mode.kind === 'text' && mode.held !== true ? mode.draft : null;
}

/** A draft that is no longer held by a pointer or a key: trim mode, or the dialog of the text, has it then. */
export function letGo(mode: Drafting): Drafting {
  return mode.kind === 'trim'
    ? { kind: 'trim', draft: mode.draft, clip: mode.clip }
    : { kind: 'text', draft: mode.draft };
}

/** A row as it will be once a draft is applied. */
export function asDrafted(row: SceneRow, mode: Drafting): SceneRow {
  if (mode.kind === 'trim') return { ...row, ...trimOf(mode.draft, mode.clip) };
  return { ...row, textOverlays: withOverlay(row.textOverlays, mode.draft.of, mode.draft.overlay) };
}

export function rowsAsDrafted(rows: readonly SceneRow[], mode: TimelineMode): readonly SceneRow[] {
  if (mode.kind === 'rest') return rows;
  return rows.map((row) => (row.id === mode.draft.sceneId ? asDrafted(row, mode) : row));
}

/** As the player is to have them: a scene that is being trimmed as a whole, so that one can look at what is cut away. */
export function rowsToPlay(drafted: readonly SceneRow[], mode: TimelineMode): readonly SceneRow[] {
  if (mode.kind !== 'trim') return drafted;
  return drafted.map((row) => (row.id === mode.draft.sceneId ? { ...row, trimStart: null, trimEnd: null } : row));
}

/** Why a draft can't be saved as it is; null when it can. The points of a trim are refused as they are set. */
export function draftProblem(mode: Drafting): FormProblem | null {
  return mode.kind === 'trim' ? null : overlayProblem(mode.draft.overlay);
}

/** Whether two drafts are about the same thing: a scene's trim, or one of its texts. */
export function isAboutSame(one: Drafting, other: Drafting): boolean {
  if (one.draft.sceneId !== other.draft.sceneId) return false;
  if (one.kind === 'trim' || other.kind === 'trim') return one.kind === other.kind;
  const [former, otherFormer] = [one.draft.of, other.draft.of];
  return former === null || otherFormer === null ? former === otherFormer : isSameText(former, otherFormer);
}

/** Whether the text that a draft changes is no longer there: saving it then adds it. @param overlays of the scene as it is */
export function isTextGone({ of }: TextDraft, overlays: readonly TextOverlay[]): boolean {
  return of !== null && placeOfText(overlays, of) === null;
}

export function sceneOf(plan: MoviePlan, sceneId: string | null): PlanScene | null {
  return plan.scenes.find((scene) => scene.sceneId === sceneId) ?? null;
}
