/** What somebody is doing on the timeline, and the scenes with that laid over them. Pure. */
import type { SceneRow } from '#data/tables/rows.ts';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';
import type { MoviePlan, PlanScene } from '#shared/movie/movie-plan.ts';
import { withOverlay } from './overlay-form.ts';
import { trimOf, type TrimDraft } from './trim-draft.ts';

/** A text that is being written (index null) or changed. */
export type TextDraft = { sceneId: string; index: number | null; overlay: TextOverlay };

export type TimelineMode = { kind: 'rest' } | { kind: 'trim'; draft: TrimDraft } | { kind: 'text'; draft: TextDraft };

export const AT_REST: TimelineMode = { kind: 'rest' };

/** The rows as their movie will be once the mode's draft is applied. */
export function rowsAsDrafted(rows: readonly SceneRow[], mode: TimelineMode, plan: MoviePlan): readonly SceneRow[] {
  if (mode.kind === 'rest') return rows;
  const { sceneId } = mode.draft;
  return rows.map((row) => (row.id === sceneId ? asDrafted(row, mode, sceneOf(plan, sceneId)) : row));
}

/** As the player is to have them: a scene that is being trimmed as a whole, so that one can look at what is cut away. */
export function rowsToPlay(drafted: readonly SceneRow[], mode: TimelineMode): readonly SceneRow[] {
  if (mode.kind !== 'trim') return drafted;
  return drafted.map((row) => (row.id === mode.draft.sceneId ? { ...row, trimStart: null, trimEnd: null } : row));
}

export function sceneOf(plan: MoviePlan, sceneId: string | null): PlanScene | null {
  return plan.scenes.find((scene) => scene.sceneId === sceneId) ?? null;
}

function asDrafted(row: SceneRow, mode: Exclude<TimelineMode, { kind: 'rest' }>, scene: PlanScene | null): SceneRow {
  if (mode.kind === 'text')
    return { ...row, textOverlays: withOverlay(row.textOverlays, mode.draft.index, mode.draft.overlay) };
  return scene ? { ...row, ...trimOf(mode.draft, scene.clip) } : row;
}
