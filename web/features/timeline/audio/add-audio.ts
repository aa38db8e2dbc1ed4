/** Puts files into the movie as music or voice-overs: onto this device first, so that it works offline. */
import { db } from '#data/db.ts';
import { browserDevice } from '#data/device.ts';
import { readCurrentUserId } from '#data/tables/users.ts';
import { actions } from '#editor/actions.ts';
import { audioActions, type NewAudio } from '#editor/audio-actions.ts';
import { takeInFiles } from '#editor/own-files.ts';
import type { MovieAudio } from '#shared/entities/movie-audio.ts';
import type { OwnFile } from '#shared/entities/own-file.ts';
import { limits } from '#shared/limits.ts';
import { planDurationUs } from '#shared/movie/movie-plan.ts';
import { secondsFromUs } from '#shared/movie/time.ts';
import { showEdited, undoAll, type Undo } from '#ui/edited-toast.ts';
import { showFailure, showToast } from '#ui/toasts.ts';
import { timeAtLeft } from '../strip/timeline-layout.ts';
import type { TimelineScope } from '../timeline-scope.ts';
import { audioSession, selectAudio } from './audio-store.ts';
import { audioWords as words } from './audio-words.ts';
import { usualSound } from './usual-sound.ts';

type AudioScope = Pick<TimelineScope, 'view' | 'player'>;

export type AudioPlace = {
  kind: MovieAudio['kind'];
  /** Percent of the lane; null for the playhead. */
  left: number | null;
};

/** As file dialogs list them. */
export const SOUND_TYPES = 'audio/*,.mp3,.m4a,.aac,.wav,.flac,.ogg,.opus';

/** One behind the other, from a place on. What can't be used is named. */
export async function addAudioFiles(scope: AudioScope, files: readonly File[], place: AudioPlace): Promise<void> {
  // Where the playhead is now, not once the files are read.
  const start = secondsAt(scope, place.left);
  audioSession.setState({ isAdding: true });
  try {
    const userId = await readCurrentUserId(db);
    if (userId === null) return;
    const taken = await takeInFiles({ db, device: browserDevice, userId }, files, { kinds: ['sound'] });
    const undos = await addSounds(scope, taken.files, { kind: place.kind, start });
    if (undos.length > 0) showEdited({ title: words.added({ kind: place.kind, count: undos.length }) }, undoAll(undos));
    for (const title of taken.sentences) showToast({ title });
  } catch (error) {
    showFailure(words.addFailed[place.kind], error);
  } finally {
    audioSession.setState({ isAdding: false });
  }
}

/**
 * As `addAudioFiles`, of files that were taken in already. Answers how each is taken back.
 * @param start seconds of the movie
 * @throws as the edit
 */
export async function addSounds(
  { view: { plan } }: AudioScope,
  files: readonly OwnFile[],
  { kind, start }: { kind: MovieAudio['kind']; start: number },
): Promise<Undo[]> {
  const undos: Undo[] = [];
  const movieSeconds = secondsFromUs(planDurationUs(plan));
  let at = start;
  for (const file of files) {
    if (file.kind !== 'sound') {
      showToast({ title: words.notSound(file) });
      continue;
    }
    const startSeconds = Math.max(0, Math.min(at, movieSeconds - 1));
    const undo = await actions.undoable(plan.projectId, async () =>
      selectAudio(await audioActions.add(plan.projectId, pieceOf(file, kind, startSeconds))),
    );
    if (undo) undos.push(undo);
    at += file.facts.durationSeconds;
  }
  return undos;
}

/** Of the movie. @param left percent of the lane; null for the playhead */
export function secondsAt({ view, player }: AudioScope, left: number | null): number {
  const { layout, played } = view;
  return secondsFromUs(left === null ? (player?.now() ?? 0) : timeAtLeft(layout, played, left));
}

function pieceOf(file: OwnFile & { kind: 'sound' }, kind: MovieAudio['kind'], startSeconds: number): NewAudio {
  const outSeconds = Math.min(file.facts.durationSeconds, limits.audioFileSeconds);
  return {
    kind,
    mediaId: file.sha256,
    name: titleOf(file.name),
    startSeconds: Math.round(startSeconds * 1_000) / 1_000,
    inSeconds: 0,
    outSeconds,
    ...usualSound(kind, outSeconds),
  };
}

/** A file's name without its ending. */
export function titleOf(fileName: string): string {
  return fileName.replace(/(?<=.)\.[a-z0-9]{2,4}$/i, '').slice(0, limits.audioNameLength) || fileName;
}
