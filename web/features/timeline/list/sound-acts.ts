/** What the list does with music and voice-overs without a pointer. */
import { selectText } from '#editor/session-store.ts';
import { secondsFromUs } from '#shared/movie/time.ts';
import {
  deleteAudio,
  duplicateAudio,
  patchAudio,
  splitAudio,
  trimAudioAt,
  type AudioTarget,
} from '../audio/audio-acts.ts';
import { dragAudio } from '../audio/audio-drag.ts';
import { audioShapes } from '../audio/audio-shapes.ts';
import { selectAudio } from '../audio/audio-store.ts';
import { boundsOf } from '../audio/use-audio.ts';
import { leaveDraft } from '../draft-edits.ts';
import type { TimelineScope } from '../timeline-scope.ts';
import type { SoundItem } from './list-items.ts';

/** How far Alt and an arrow key move a piece. */
const STEP_SECONDS = 1;

/** Selects a piece, and shows where it begins while nothing plays. */
export function chooseSound({ player }: TimelineScope, { piece, startUs }: SoundItem): void {
  if (!leaveDraft()) return;
  selectText(null);
  selectAudio(piece.id);
  if (player?.getState().isPlaying === false) player.seek(startUs);
}

export function removeSound({ view }: TimelineScope, item: SoundItem): void {
  deleteAudio(targetOf(view, item));
}

export function duplicateSound({ view }: TimelineScope, item: SoundItem): void {
  duplicateAudio(targetOf(view, item));
}

/** Earlier or later in the movie. @param by −1 or 1 */
export function moveSound({ view }: TimelineScope, item: SoundItem, by: number): void {
  const target = targetOf(view, item);
  const patch = dragAudio(item.piece, 'body', by * STEP_SECONDS, target.bounds);
  if (Object.keys(patch).length > 0) patchAudio(target, patch);
}

/** The keys that act at the playhead, as in the lanes. Answers whether it was one. */
export function soundKey({ view, player }: TimelineScope, item: SoundItem, key: string): boolean {
  const target = targetOf(view, item);
  const at = secondsFromUs(player?.now() ?? 0);
  switch (key) {
    case 's':
    case 'S':
      splitAudio(target, at);
      return true;
    case '[':
      trimAudioAt(target, 'start', at);
      return true;
    case ']':
      trimAudioAt(target, 'end', at);
      return true;
    default:
      return false;
  }
}

function targetOf(view: TimelineScope['view'], { piece }: SoundItem): AudioTarget {
  const shape = audioShapes.shapes.getState()[piece.mediaId] ?? null;
  return { projectId: view.plan.projectId, piece, bounds: boundsOf(view, shape) };
}
