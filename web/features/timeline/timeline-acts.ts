/** What is done on the timeline, together with what the picture shows of it. */
import { beginDraft, changeTrim, editorSession, selectScene } from '#editor/session-store.ts';
import { newOverlay } from '#editor/overlay-form.ts';
import { isAboutSame, sceneOf, type Drafting } from '#editor/timeline-mode.ts';
import { edgeFrame, moveEdge, trimDraftOf, type TrimDraft, type TrimEdge } from '#editor/trim-draft.ts';
import { movieTimeUs, placeAt } from '#player/playhead.ts';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';
import { limits } from '#shared/limits.ts';
import { frameTimeUs, secondsFromUs, usFromSeconds } from '#shared/movie/time.ts';
import { leaveDraft, refuse } from './draft-edits.ts';
import type { TimelineScope } from './timeline-scope.ts';

/** Another scene is worked on. Answers false where the draft that is open has to be mended first. */
export function chooseScene(sceneId: string): boolean {
  const { mode } = editorSession.getState();
  if (mode.kind !== 'rest' && mode.draft.sceneId !== sceneId && !leaveDraft()) return false;
  selectScene(sceneId);
  return true;
}

/** The picture has gone on to another scene. A text that is being written is not left for that. */
export function followPicture(sceneId: string, isPlaying: boolean): void {
  if (isPlaying && editorSession.getState().mode.kind === 'text') return;
  chooseScene(sceneId);
}

/** Trims the selected scene. Answers the draft, or null where nothing can be trimmed. */
function startTrim({ rows, plan }: TimelineScope): TrimDraft | null {
  const sceneId = editorSession.getState().selectedSceneId;
  const [row, scene] = [rows.find(({ id }) => id === sceneId), sceneOf(plan, sceneId)];
  if (!row || !scene) {
    refuse({ title: 'No scene selected', message: 'Play a scene to enable trim mode' });
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

/** An edge has been moved: the picture stands on the first or the last frame that is played. */
export function moveTrim({ player, view }: TimelineScope, draft: TrimDraft, edge: TrimEdge): void {
  const scene = sceneOf(view.played, draft.sceneId);
  changeTrim(draft);
  if (!player || !scene) return;
  const frame = edge === 'start' ? edgeFrame(draft, 'start') : draft.outFrame - 1;
  player.pause();
  player.seek(movieTimeUs(view.played, scene, frameTimeUs(frame, scene.clip.fps)));
}

/** Puts an edge where the playhead stands; begins to trim where nobody does yet. */
export function setEdgeAtPlayhead(scope: TimelineScope, edge: TrimEdge): void {
  const { player, view, plan, mode } = scope;
  if (!player) return;
  const draft = mode.kind === 'trim' ? mode.draft : startTrim(scope);
  const clip = draft && sceneOf(plan, draft.sceneId)?.clip;
  if (!draft || !clip) return;
  const place = placeAt(view.played, player.now());
  if (place?.scene.sceneId !== draft.sceneId) return;
  // The playhead stands on the last frame that is still played, so the end point is behind it.
  const moved = moveEdge(draft, edge, edge === 'start' ? place.clipFrame : place.clipFrame + 1, clip);
  if (moved.problem) refuse(moved.problem);
  else changeTrim(moved.draft);
}

/** Writes on the selected scene. */
export function addText(scope: TimelineScope): void {
  openText(scope, editorSession.getState().selectedSceneId, null);
}

/** @param index of the text among those of the scene; null for a new one */
export function openText(scope: TimelineScope, sceneId: string | null, index: number | null): void {
  const { rows, plan, player } = scope;
  const [row, scene] = [rows.find(({ id }) => id === sceneId), sceneOf(plan, sceneId)];
  if (!row || !scene) return refuse({ title: 'No scene selected', message: 'Play a scene to add text' });
  const there = index === null ? null : row.textOverlays[index];
  if (!there && row.textOverlays.length >= limits.overlaysPerScene)
    return refuse({ title: 'Too many texts', message: `A scene holds ${limits.overlaysPerScene} texts at most.` });
  const seconds = secondsFromUs(frameTimeUs(scene.clip.frameCount, scene.clip.fps));
  const wanted: Drafting = {
    kind: 'text',
    draft: { sceneId: row.id, index: there ? index : null, overlay: there ?? newOverlay(seconds) },
  };
  const { mode } = editorSession.getState();
  if (mode.kind !== 'rest' && isAboutSame(mode, wanted)) return;
  if (!leaveDraft()) return;
  beginDraft(wanted);
  player?.pause();
  if (there) showText(scope, row.id, there);
}

/** Goes to where a text is seen, unless it is seen now. */
function showText({ player, view }: TimelineScope, sceneId: string, overlay: TextOverlay): void {
  const scene = sceneOf(view.played, sceneId);
  if (!scene || !player) return;
  const place = placeAt(view.played, player.now());
  const clipUs = place?.scene.sceneId === sceneId ? frameTimeUs(place.clipFrame, scene.clip.fps) : null;
  const [startUs, endUs] = [usFromSeconds(overlay.startTime), usFromSeconds(overlay.endTime)];
  if (clipUs === null || clipUs < startUs || clipUs >= endUs) player.seek(movieTimeUs(view.played, scene, startUs));
}
