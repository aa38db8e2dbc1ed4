/** Trims by the edges of scenes on the strip, outside of trim mode: a draft while an edge is held, applied when it is let go. */
import { beginDraft, changeTrim, editorSession } from '#editor/session-store.ts';
import { sceneOf, type Trimming } from '#editor/timeline-mode.ts';
import { edgeFrame, trimDraftOf, type TrimDraft, type TrimEdge } from '#editor/trim-draft.ts';
import { movieTimeUs } from '#player/playhead.ts';
import type { MoviePlayer } from '#player/movie-player.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { frameTimeUs } from '#shared/movie/time.ts';
import { chooseScene } from '../timeline-acts.ts';
import type { TimelineScope } from '../timeline-scope.ts';
import { leaveDraft } from '../draft-edits.ts';

/** The draft of an edge that is held now; null if another edge is, or none. */
export function heldDraft(mode: TimelineScope['mode'], sceneId: string, edge: TrimEdge): TrimDraft | null {
  return mode.kind === 'trim' && mode.held === edge && mode.draft.sceneId === sceneId ? mode.draft : null;
}

/** Takes hold of an edge. Answers null if another draft has to be corrected first. */
export function holdEdge({ rows, plan, player }: TimelineScope, sceneId: string, edge: TrimEdge): Trimming | null {
  const [row, scene] = [rows.find(({ id }) => id === sceneId), sceneOf(plan, sceneId)];
  if (!row || !scene || !chooseScene(sceneId) || !leaveDraft()) return null;
  const { frameCount, fps } = scene.clip;
  const clip = { frameCount, fps };
  player?.pause();
  beginDraft({ kind: 'trim', draft: trimDraftOf(row, clip), clip, held: edge });
  const { mode } = editorSession.getState();
  return mode.kind === 'trim' ? mode : null;
}

export function moveHeldEdge(draft: TrimDraft): void {
  changeTrim(draft);
}

/** The picture of the first or of the last frame that is left. */
export function showEdge(player: MoviePlayer | null, played: MoviePlan, draft: TrimDraft, edge: TrimEdge): void {
  const scene = sceneOf(played, draft.sceneId);
  if (!player || !scene) return;
  const frame = edge === 'start' ? edgeFrame(draft, 'start') : draft.outFrame - 1;
  player.seek(movieTimeUs(played, scene, frameTimeUs(frame, scene.clip.fps)));
}
