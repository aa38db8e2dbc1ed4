/** Edits of music and voice-overs. Each is taken back piece by piece too, so that it leaves what others did meanwhile. */
import type { AudioEdit, AudioPatch, MovieAudio } from '#shared/entities/movie-audio.ts';
import type { Project } from '#shared/entities/project.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { editAudio } from '#shared/rules/audio-edits.ts';
import { splitPiece } from '#shared/rules/audio-split.ts';
import { sameValue } from '#shared/rules/same-value.ts';
import type { CommandPlan } from '../plan.ts';
import { changedFields } from './changed-fields.ts';
import { audioEditWords as editWords, refusedAudioWords } from '../audio-words.ts';

/** @throws AppError `invalid_input` where there are too many already */
export function addAudio(project: Project, piece: MovieAudio): CommandPlan {
  return editPieces(project, editWords.addAudio(piece), [{ op: 'put', piece }]);
}

/** Changes fields of one piece, and only those that differ. */
export function patchAudio(project: Project, piece: MovieAudio, patch: AudioPatch): CommandPlan {
  const changed = changedFields<AudioPatch>(piece, patch);
  const edits: AudioEdit[] = changed === null ? [] : [{ op: 'patch', id: piece.id, patch: changed.patch }];
  return editPieces(project, patchLabel(piece, changed?.patch ?? {}), edits);
}

export function deleteAudio(project: Project, piece: MovieAudio): CommandPlan {
  return editPieces(project, editWords.deleteAudio(piece), [{ op: 'remove', id: piece.id }]);
}

/** A copy right behind the piece. @param end where the piece ends in the movie, in seconds */
export function duplicateAudio(
  project: Project,
  piece: MovieAudio,
  { id, end }: { id: string; end: number },
): CommandPlan {
  const startSeconds = Math.min(limits.audioMovieSeconds, end);
  const place = project.audio.findIndex((one) => one.id === piece.id) + 1;
  const copy: AudioEdit = { op: 'put', piece: { ...piece, id, startSeconds }, place };
  return editPieces(project, editWords.duplicateAudio(piece), [copy]);
}

/**
 * Cuts a piece in two that sound like the one; a looped one in up to three.
 * @param at seconds of the movie
 * @param ids of the new pieces, two at least
 * @throws AppError `invalid_input` where the piece isn't heard there, or there would be too many
 */
export function splitAudio(
  project: Project,
  piece: MovieAudio,
  { at, ids, passSeconds, endSeconds }: { at: number; ids: readonly string[]; passSeconds: number; endSeconds: number },
): CommandPlan {
  const parts = splitPiece(piece, { at, ids, passSeconds, endSeconds });
  const [first, ...rest] = parts ?? [];
  if (first === undefined) throw new AppError('invalid_input', refusedAudioWords.splitOutside);
  const changed = changedFields<Partial<MovieAudio>>(piece, first);
  const place = project.audio.findIndex((one) => one.id === piece.id) + 1;
  const edits: AudioEdit[] = [
    { op: 'patch', id: piece.id, patch: changed?.patch ?? {} },
    ...rest.map((part, index): AudioEdit => ({ op: 'put', piece: part, place: place + index })),
  ];
  return editPieces(project, editWords.splitAudio(piece), edits);
}

/** Mutes or unmutes everything of one kind. */
export function muteLane(project: Project, kind: MovieAudio['kind'], muted: boolean): CommandPlan {
  const edits = project.audio
    .filter((piece) => piece.kind === kind && piece.muted !== muted)
    .map(({ id }): AudioEdit => ({ op: 'patch', id, patch: { muted } }));
  return editPieces(project, muted ? editWords.muteLane({ kind }) : editWords.unmuteLane({ kind }), edits);
}

function editPieces(project: Project, label: string, edits: readonly AudioEdit[]): CommandPlan {
  const plan = { userId: project.userId, projectId: project.id, label };
  const added = edits.filter(({ op }) => op === 'put').length;
  if (added > 0 && project.audio.length + added > limits.audioPerProject)
    throw new AppError('invalid_input', refusedAudioWords.tooMany);
  if (sameValue(editAudio(project.audio, edits), project.audio)) return { ...plan, changes: [], inverse: null };
  return {
    ...plan,
    changes: [{ kind: 'edit-audio', edits: [...edits] }],
    inverse: [{ kind: 'edit-audio', edits: edits.flatMap((edit) => inverseOf(edit, project.audio)).toReversed() }],
  };
}

function inverseOf(edit: AudioEdit, pieces: readonly MovieAudio[]): AudioEdit[] {
  const id = edit.op === 'put' ? edit.piece.id : edit.id;
  const place = pieces.findIndex((piece) => piece.id === id);
  const piece = pieces[place];
  if (piece === undefined) return edit.op === 'put' ? [{ op: 'remove', id }] : [];
  if (edit.op !== 'patch') return [{ op: 'put', piece, place }];
  const former = changedFields<AudioPatch>(piece, edit.patch)?.former;
  return former === undefined ? [] : [{ op: 'patch', id, patch: former }];
}

function patchLabel(piece: MovieAudio, patch: AudioPatch): string {
  if (patch.muted !== undefined) return patch.muted ? editWords.muteAudio(piece) : editWords.unmuteAudio(piece);
  if (patch.loop !== undefined) return patch.loop ? editWords.loopAudio(piece) : editWords.playAudioOnce(piece);
  // A trim takes along the recordings that aren't played.
  if (patch.mediaId !== undefined || (patch.takes !== undefined && patch.inSeconds === undefined))
    return editWords.takeOfAudio(piece);
  if (patch.inSeconds !== undefined || patch.outSeconds !== undefined || patch.lengthSeconds !== undefined)
    return editWords.trimAudio(piece);
  if (patch.startSeconds !== undefined) return editWords.moveAudio(piece);
  if (patch.gainDb !== undefined) return editWords.volumeOfAudio(piece);
  if (patch.fadeInSeconds !== undefined || patch.fadeOutSeconds !== undefined) return editWords.fadeAudio(piece);
  return patch.name === undefined ? editWords.duckAudio(piece) : editWords.renameAudio(piece);
}
