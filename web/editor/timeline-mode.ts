/** What somebody is doing on the timeline, and the scenes with that laid over them. Pure. */
import type { SceneRow } from '#data/tables/rows.ts';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';
import type { MoviePlan, PlanScene } from '#shared/movie/movie-plan.ts';
import { overlayProblem, type FormProblem } from '#shared/rules/validation.ts';
import { withOverlay } from './overlay-form.ts';
import { trimOf, type ClipFrames, type TrimDraft } from './trim-draft.ts';

/** A text that is being written (index null) or changed. */
export type TextDraft = { sceneId: string; index: number | null; overlay: TextOverlay };

/** A scene is being trimmed, or a text written: what that would make of it is a draft. */
export type Drafting = { kind: 'trim'; draft: TrimDraft; clip: ClipFrames } | { kind: 'text'; draft: TextDraft };

export type TimelineMode = { kind: 'rest' } | Drafting;

export const AT_REST: TimelineMode = { kind: 'rest' };

/** A row as it will be once a draft is applied. */
export function asDrafted(row: SceneRow, mode: Drafting): SceneRow {
  if (mode.kind === 'trim') return { ...row, ...trimOf(mode.draft, mode.clip) };
  return { ...row, textOverlays: withOverlay(row.textOverlays, mode.draft.index, mode.draft.overlay) };
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
  return one.kind === 'text' ? other.kind === 'text' && one.draft.index === other.draft.index : other.kind === 'trim';
}

export function sceneOf(plan: MoviePlan, sceneId: string | null): PlanScene | null {
  return plan.scenes.find((scene) => scene.sceneId === sceneId) ?? null;
}
