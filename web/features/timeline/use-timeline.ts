import { useState } from 'react';
import { useStore } from 'zustand';
import type { SceneRow } from '#data/tables/rows.ts';
import { viewScenes } from '#editor/scene-view.ts';
import { editorSession } from '#editor/session-store.ts';
import type { MoviePlayer } from '#player/movie-player.ts';
import { movieTimeUs, placeAt } from '#player/playhead.ts';
import type { Project } from '#shared/entities/project.ts';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';
import { moviePlan } from '#shared/movie/movie-plan.ts';
import { frameTimeUs, secondsFromUs, usFromSeconds } from '#shared/movie/time.ts';
import { showToast } from '#ui/toasts.ts';
import { useSelectedScene } from '#widgets/use-selected-scene.ts';
import { newOverlay, refusalOf, withOverlay } from './overlay-form.ts';
import { applyTrim, deleteOverlay, saveOverlays } from './timeline-edits.ts';
import { AT_REST, rowsAsDrafted, rowsToPlay, sceneOf, type TimelineMode } from './timeline-mode.ts';
import { timelineView } from './timeline-view.ts';
import { refuse } from './trim-controls.tsx';
import { edgeFrame, moveEdge, trimDraftOf, trimOf, type TrimDraft, type TrimEdge } from './trim-draft.ts';

/** What somebody does on the timeline: the selected scene, trim mode, the text that is being written. */
export function useTimeline(project: Project, committed: readonly SceneRow[]) {
  const rows = viewScenes(
    committed,
    useStore(editorSession, ({ drafts }) => drafts),
  );
  const { selectedSceneId, selectScene } = useSelectedScene();
  const [wanted, setMode] = useState<TimelineMode>(AT_REST);
  const base = moviePlan(project, rows);
  // What it was about may have been deleted meanwhile, here or on another device.
  const mode = wanted.kind !== 'rest' && sceneOf(base, wanted.draft.sceneId) === null ? AT_REST : wanted;
  const drafted = rowsAsDrafted(rows, mode, base);
  const view = timelineView(project, drafted, rowsToPlay(drafted, mode));
  const selected = rows.find((row) => row.id === selectedSceneId && !row.isExtension) ?? null;
  const selectedScene = sceneOf(base, selectedSceneId);
  const rowOf = (sceneId: string): SceneRow | null => rows.find((row) => row.id === sceneId) ?? null;

  const select = (sceneId: string): void => {
    if (mode.kind !== 'rest' && mode.draft.sceneId !== sceneId) setMode(AT_REST);
    selectScene(sceneId);
  };
  const startTrim = (): TrimDraft | null => {
    if (!selected || !selectedScene) {
      showToast({
        title: 'No scene selected',
        description: 'Play a scene to enable trim mode',
        tone: 'destructive',
      });
      return null;
    }
    const draft = trimDraftOf(selected, selectedScene.clip);
    setMode({ kind: 'trim', draft });
    return draft;
  };
  const changeTrim = (draft: TrimDraft): void => setMode({ kind: 'trim', draft });
  const setEdge = (edge: TrimEdge, player: MoviePlayer): void => {
    const draft = mode.kind === 'trim' ? mode.draft : startTrim();
    const clip = draft && sceneOf(base, draft.sceneId)?.clip;
    if (!draft || !clip) return;
    const place = placeAt(view.played, player.now());
    if (place?.scene.sceneId !== draft.sceneId) return;
    // The playhead stands on the last frame that is still played, so the end point is behind it.
    const moved = moveEdge(draft, edge, edge === 'start' ? place.clipFrame : place.clipFrame + 1, clip);
    if (moved.problem) refuse(moved.problem);
    else changeTrim(moved.draft);
  };
  const apply = async (): Promise<void> => {
    if (mode.kind !== 'trim') return;
    const [row, scene] = [rowOf(mode.draft.sceneId), sceneOf(base, mode.draft.sceneId)];
    if (!row || !scene) return;
    setMode(AT_REST);
    if (!(await applyTrim(row, trimOf(mode.draft, scene.clip)))) setMode(mode);
  };
  const openText = (sceneId: string | null, index: number | null): void => {
    const [row, scene] = [sceneId === null ? null : rowOf(sceneId), sceneOf(base, sceneId)];
    if (!row || !scene) {
      showToast({ title: 'No scene selected', description: 'Play a scene to add text', tone: 'destructive' });
      return;
    }
    const overlay = index === null ? null : row.textOverlays[index];
    const seconds = secondsFromUs(frameTimeUs(scene.clip.frameCount, scene.clip.fps));
    setMode({ kind: 'text', draft: { sceneId: row.id, index, overlay: overlay ?? newOverlay(seconds) } });
  };
  const changeText = (overlay: TextOverlay): void => {
    if (mode.kind === 'text') setMode({ kind: 'text', draft: { ...mode.draft, overlay } });
  };
  const saveText = async (): Promise<void> => {
    if (mode.kind !== 'text') return;
    const { sceneId, index, overlay } = mode.draft;
    const row = rowOf(sceneId);
    if (!row) return;
    const problem = refusalOf(overlay, index === null ? row.textOverlays.length : 0);
    if (problem) return refuse(problem);
    const overlays = withOverlay(row.textOverlays, index, { ...overlay, text: overlay.text.trim() });
    setMode(AT_REST);
    const notice = index === null ? 'Text overlay added' : 'Text overlay saved';
    if (!(await saveOverlays(row, overlays, notice))) setMode(mode);
  };

  return {
    rows,
    view,
    mode,
    selected,
    selectedScene,
    select,
    leave: () => setMode(AT_REST),
    trim: { start: startTrim, change: changeTrim, setEdge, apply },
    text: {
      open: openText,
      change: changeText,
      save: saveText,
      remove: (row: SceneRow, index: number) => void deleteOverlay(row, index),
    },
  };
}

export type Timeline = ReturnType<typeof useTimeline>;

/** The movie's time, as the player has it, of a frame of a scene's clip. */
export function timeOfFrame(timeline: Timeline, sceneId: string, frame: number): number | null {
  const scene = sceneOf(timeline.view.played, sceneId);
  return scene && movieTimeUs(timeline.view.played, scene, frameTimeUs(frame, scene.clip.fps));
}

/** Where the picture should stand while an edge is moved: on the first or the last frame that is played. */
export function frameToShow(draft: TrimDraft, edge: TrimEdge): number {
  return edge === 'start' ? edgeFrame(draft, 'start') : draft.outFrame - 1;
}

/** The movie's time at which a text is to be seen: now where it is seen now, else where it begins. */
export function timeToShowText(
  timeline: Timeline,
  sceneId: string,
  overlay: TextOverlay,
  nowUs: number,
): number | null {
  const scene = sceneOf(timeline.view.played, sceneId);
  if (!scene) return null;
  const place = placeAt(timeline.view.played, nowUs);
  const clipUs = place?.scene.sceneId === sceneId ? frameTimeUs(place.clipFrame, scene.clip.fps) : null;
  const [startUs, endUs] = [usFromSeconds(overlay.startTime), usFromSeconds(overlay.endTime)];
  if (clipUs !== null && clipUs >= startUs && clipUs < endUs) return null;
  return movieTimeUs(timeline.view.played, scene, startUs);
}
