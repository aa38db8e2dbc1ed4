/** The actions of the timeline, together with what the picture then shows. */
import { beginDraft, changeTrim, editorSession, offerAsNew, selectJoin, selectScene } from '#editor/session-store.ts';
import { newOverlay } from '#editor/overlay-form.ts';
import { isAboutSame, letGo, sceneOf, type Drafting } from '#editor/timeline-mode.ts';
import { edgeFrame, moveEdge, trimDraftOf, type TrimDraft, type TrimEdge } from '#editor/trim-draft.ts';
import { movieTimeUs, placeAt, placesAt, type Place } from '#player/playhead.ts';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';
import { limits } from '#shared/limits.ts';
import type { PlanScene } from '#shared/movie/movie-plan.ts';
import { frameTimeUs, secondsFromUs, usFromSeconds } from '#shared/movie/time.ts';
import { sameValue } from '#shared/rules/same-value.ts';
import { leaveDraft, refuse } from './draft-edits.ts';
import type { TimelineScope } from './timeline-scope.ts';
import { textWords, trimWords } from './words.ts';

/** Selects another scene. Answers false if the open draft has to be corrected first. */
export function chooseScene(sceneId: string): boolean {
  const { mode } = editorSession.getState();
  if (mode.kind !== 'rest' && mode.draft.sceneId !== sceneId && !leaveDraft()) return false;
  selectScene(sceneId);
  return true;
}

/** Selects the join of a scene with the next one, and shows where they meet. */
export function chooseJoin({ player, view }: TimelineScope, sceneId: string): void {
  const index = view.played.scenes.findIndex((scene) => scene.sceneId === sceneId);
  const [scene, next] = [view.played.scenes[index], view.played.scenes[index + 1]];
  if (!scene || !next || !leaveDraft()) return;
  selectJoin(sceneId);
  player?.pause();
  const overlapped = scene.startFrame + scene.frameCount - next.startFrame;
  player?.seek(frameTimeUs(next.startFrame + Math.floor(overlapped / 2), view.played.fps));
}

/**
 * Selects the scene that the picture has reached, unless a text or a join is being edited. Where two scenes cross, a text
 * that was chosen on the earlier one is still in the picture, and stays chosen.
 */
export function followPicture(
  scope: Pick<TimelineScope, 'player' | 'view'>,
  sceneId: string,
  isPlaying: boolean,
): void {
  const { mode, selectedJoinId, selectedText } = editorSession.getState();
  if (isPlaying ? mode.kind === 'text' : selectedJoinId !== null) return;
  if (!isPlaying && selectedText !== null && placeIn(scope, selectedText.sceneId)) return;
  chooseScene(sceneId);
}

/** Where a scene is that is in the picture; null while it isn’t. */
function placeIn({ player, view }: Pick<TimelineScope, 'player' | 'view'>, sceneId: string): Place | null {
  const places = player ? placesAt(view.played, player.now()) : [];
  return places.find(({ scene }) => scene.sceneId === sceneId) ?? null;
}

/** Starts to trim the selected scene. Answers the draft, or null if nothing can be trimmed. */
function startTrim({ rows, plan }: TimelineScope): TrimDraft | null {
  const sceneId = editorSession.getState().selectedSceneId;
  const [row, scene] = [rows.find(({ id }) => id === sceneId), sceneOf(plan, sceneId)];
  if (!row || !scene) {
    refuse(trimWords.noScene);
    return null;
  }
  if (!leaveDraft()) return null;
  const { frameCount, fps } = scene.clip;
  const clip = { frameCount, fps };
  beginDraft({ kind: 'trim', draft: trimDraftOf(row, clip), clip });
  const { mode } = editorSession.getState();
  return mode.kind === 'trim' ? mode.draft : null;
}

export function toggleTrim(scope: TimelineScope): void {
  if (scope.mode.kind === 'trim') leaveDraft();
  else startTrim(scope);
}

/** Moves an edge, and shows the first or the last frame that is played. */
export function moveTrim({ player, view }: TimelineScope, draft: TrimDraft, edge: TrimEdge): void {
  const scene = sceneOf(view.played, draft.sceneId);
  changeTrim(draft);
  if (!player || !scene) return;
  const frame = edge === 'start' ? edgeFrame(draft, 'start') : draft.outFrame - 1;
  player.pause();
  player.seek(movieTimeUs(view.played, scene, frameTimeUs(frame, scene.clip.fps)));
}

/** Moves an edge to the playhead, and starts to trim if needed. */
export function setEdgeAtPlayhead(scope: TimelineScope, edge: TrimEdge): void {
  const { player, view, plan, mode } = scope;
  if (!player) return;
  const draft = mode.kind === 'trim' ? mode.draft : startTrim(scope);
  const clip = draft && sceneOf(plan, draft.sceneId)?.clip;
  if (!draft || !clip) return;
  const place = placeAt(view.played, player.now());
  if (place?.scene.sceneId !== draft.sceneId) return;
  // The playhead is on the last frame that is played, so the end point comes after it.
  const moved = moveEdge(draft, edge, edge === 'start' ? place.clipFrame : place.clipFrame + 1, clip);
  if (moved.problem) refuse(moved.problem);
  else changeTrim(moved.draft);
}

/** Adds a text to the selected scene; while a join is selected, to the one that is shown. */
export function addText(scope: TimelineScope): void {
  const { selectedSceneId, selectedJoinId } = editorSession.getState();
  const shown = selectedJoinId === null ? null : shownPlace(scope);
  openText(scope, shown?.scene.sceneId ?? selectedSceneId, null);
}

export function shownPlace({ player, view }: Pick<TimelineScope, 'player' | 'view'>): Place | null {
  return player && placeAt(view.played, player.now());
}

/** @param index of the text among those that are drawn on the scene; null for a new one */
export function openText(scope: TimelineScope, sceneId: string | null, index: number | null): void {
  const { rows, plan, player } = scope;
  const [row, scene] = [rows.find(({ id }) => id === sceneId), sceneOf(plan, sceneId)];
  if (!row || !scene) return refuse(textWords.noScene);
  const { mode } = editorSession.getState();
  const there = index === null ? null : row.textOverlays[index];
  // Past the last: that is the one that is being written.
  if (index !== null && !there && mode.kind === 'text' && mode.draft.sceneId === row.id) return;
  if (!there && row.textOverlays.length >= limits.overlaysPerScene) return refuse(textWords.tooMany);
  const seconds = secondsFromUs(frameTimeUs(scene.clip.frameCount, scene.clip.fps));
  const wanted: Drafting = {
    kind: 'text',
    draft: { sceneId: row.id, of: there ?? null, overlay: there ?? newOverlay(seconds, secondsShown(scope, scene)) },
  };
  if (mode.kind !== 'rest' && isAboutSame(mode, wanted) && sameValue(mode, letGo(mode))) return;
  if (!leaveDraft()) return;
  offerAsNew(row.id, row.textOverlays);
  beginDraft(wanted);
  player?.pause();
  if (there) showText(scope, row.id, there);
}

/** The moment of a scene's clip that is shown, in the steps of a text's times; 0 while another scene is. */
export function secondsShown(scope: TimelineScope, { sceneId, clip }: PlanScene): number {
  const place = placeIn(scope, sceneId);
  if (place === null) return 0;
  // The frame that is shown has the text, too.
  return Math.floor(secondsFromUs(frameTimeUs(place.clipFrame, clip.fps)) * 10) / 10;
}

/** Seeks to where a text shows, unless it shows now. */
export function showText(scope: TimelineScope, sceneId: string, overlay: TextOverlay): void {
  const { player, view } = scope;
  const scene = sceneOf(view.played, sceneId);
  if (!scene || !player) return;
  const place = placeIn(scope, sceneId);
  const clipUs = place && frameTimeUs(place.clipFrame, scene.clip.fps);
  const [startUs, endUs] = [usFromSeconds(overlay.startTime), usFromSeconds(overlay.endTime)];
  if (clipUs === null || clipUs < startUs || clipUs >= endUs) player.seek(movieTimeUs(view.played, scene, startUs));
}
