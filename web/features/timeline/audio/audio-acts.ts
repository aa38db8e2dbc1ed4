/** What people do to music and voice-overs on the timeline. Each is saved at once, and can be undone. */
import { actions } from '#editor/actions.ts';
import { audioActions } from '#editor/audio-actions.ts';
import type { AudioPatch, MovieAudio } from '#shared/entities/movie-audio.ts';
import { audioSpan, type AudioBounds } from '#shared/movie/audio-span.ts';
import { showEdited } from '#ui/edited-toast.ts';
import { showFailure, showToast } from '#ui/toasts.ts';
import { trimAudio } from './audio-drag.ts';
import { releaseAudio, selectAudio } from './audio-store.ts';
import { audioWords as words } from './audio-words.ts';

export type AudioTarget = { projectId: string; piece: MovieAudio; bounds: AudioBounds };

export function patchAudio({ projectId, piece }: AudioTarget, patch: AudioPatch): void {
  audioActions.patch(projectId, piece.id, patch).catch(failed);
}

/** A gesture is over. */
export function commitAudio(projectId: string): void {
  releaseAudio((id, patch) => audioActions.patch(projectId, id, patch)).catch(failed);
}

export function deleteAudio({ projectId, piece }: AudioTarget): void {
  const run = async (): Promise<void> => {
    const undo = await actions.undoable(projectId, () => audioActions.remove(projectId, piece.id));
    selectAudio(null);
    showEdited({ title: words.deleted(piece) }, undo);
  };
  run().catch(failed);
}

export function duplicateAudio({ projectId, piece, bounds }: AudioTarget): void {
  const heard = audioSpan(piece, bounds);
  if (heard === null) return;
  audioActions.duplicate(projectId, piece.id, heard).then(selectAudio, failed);
}

/** @param at seconds of the movie */
export function splitAudio({ projectId, piece, bounds }: AudioTarget, at: number): void {
  const heard = audioSpan(piece, bounds);
  if (heard === null) return;
  audioActions.split(projectId, piece.id, at, heard).catch((error: unknown) => showFailure(words.splitFailed, error));
}

/** Cuts off what is before or behind a moment of the movie, in seconds. */
export function trimAudioAt(target: AudioTarget, edge: 'start' | 'end', at: number): void {
  const patch = trimAudio(target.piece, edge, at, target.bounds);
  if (patch === null) showToast({ title: words.trimFailed, description: words.trimOutside, tone: 'destructive' });
  else patchAudio(target, patch);
}

function failed(error: unknown): void {
  showFailure(words.failed, error);
}
