/** Puts files into the movie as music or voice-overs: onto this device first, so that it works offline. */
import { db } from '#data/db.ts';
import { browserDevice } from '#data/device.ts';
import { readCurrentUserId } from '#data/tables/users.ts';
import { actions } from '#editor/actions.ts';
import { audioActions, type NewAudio } from '#editor/audio-actions.ts';
import { takeInFiles, type TakenIn } from '#editor/own-files.ts';
import type { MovieAudio } from '#shared/entities/movie-audio.ts';
import type { OwnFile } from '#shared/entities/own-file.ts';
import { limits } from '#shared/limits.ts';
import { ownFileWords as fileWords } from '#shared/own-files/words.ts';
import { planDurationUs } from '#shared/movie/movie-plan.ts';
import { secondsFromUs } from '#shared/movie/time.ts';
import { showEdited, undoAll, type Undo } from '#ui/edited-toast.ts';
import { sentenceOf, showFailure, showToast } from '#ui/toasts.ts';
import { uiWords } from '#ui/words.ts';
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

/** One behind the other, from a place on. What can't be used is named; the others are added all the same. */
export async function addAudioFiles(scope: AudioScope, files: readonly File[], place: AudioPlace): Promise<void> {
  if (scope.view.layout.blocks.length === 0) return void showToast({ title: words.noScenes(files) });
  // Where the playhead is now, not once the files are read.
  const start = secondsAt(scope, place.left);
  audioSession.setState({ isAdding: true });
  try {
    const userId = await readCurrentUserId(db);
    if (userId === null) return;
    const taken = await takeInSounds(userId, scope.view.plan.projectId, files);
    const added = await addSounds(scope, taken.files, { kind: place.kind, start });
    tell(place.kind, added.undos, [...taken.sentences, ...added.sentences]);
  } catch (error) {
    showFailure(words.addFailed[place.kind], error);
  } finally {
    audioSession.setState({ isAdding: false });
  }
}

/** As many as the movie has room for. A failure of one keeps none of the others out. */
async function takeInSounds(userId: string, projectId: string, files: readonly File[]): Promise<TakenIn> {
  const pieces = (await db.projects.get(projectId))?.audio.length ?? 0;
  const all: TakenIn = { files: [], sentences: [] };
  for (const file of files) {
    const name = file.name.slice(0, limits.ownFileNameLength);
    if (pieces + all.files.length >= limits.audioPerProject) {
      all.sentences.push(fileWords.tooManyPieces({ name, limit: limits.audioPerProject }));
      continue;
    }
    try {
      const taken = await takeInFiles({ db, device: browserDevice, userId }, [file], { kinds: ['sound'] });
      all.files.push(...taken.files);
      all.sentences.push(...taken.sentences);
    } catch (error) {
      all.sentences.push(notAdded(name, error));
    }
  }
  return all;
}

function notAdded(name: string, error: unknown): string {
  return fileWords.notAdded({ name, why: sentenceOf(error, uiWords.unknownFailure) });
}

/** In one notice: a second one would replace it, and its Undo with it. */
function tell(kind: MovieAudio['kind'], undos: readonly Undo[], sentences: readonly string[]): void {
  const [only, ...others] = sentences;
  if (undos.length === 0 && only !== undefined && others.length === 0) return void showToast({ title: only });
  if (undos.length === 0 && only === undefined) return;
  const title = undos.length === 0 ? words.addFailed[kind] : words.added({ kind, count: undos.length });
  const description = only === undefined ? {} : { description: sentences.join(' ') };
  showEdited({ title, ...description }, undoAll(undos));
}

/** How each that was added is taken back, and a sentence for each that wasn't. */
export type AddedSounds = { undos: Undo[]; sentences: string[] };

/**
 * As `addAudioFiles`, of files that were taken in already.
 * @param start seconds of the movie
 */
export async function addSounds(
  { view: { plan } }: AudioScope,
  files: readonly OwnFile[],
  { kind, start }: { kind: MovieAudio['kind']; start: number },
): Promise<AddedSounds> {
  const sounds = files.filter((file) => file.kind === 'sound');
  const added: AddedSounds = {
    undos: [],
    sentences: files.filter((file) => file.kind !== 'sound').map((file) => words.notSound(file)),
  };
  const lengths = sounds.map(({ facts }) => facts.durationSeconds);
  const starts = startsBehind(lengths, start, secondsFromUs(planDurationUs(plan)));
  for (const [index, file] of sounds.entries()) {
    try {
      const undo = await actions.undoable(plan.projectId, async () =>
        selectAudio(await audioActions.add(plan.projectId, pieceOf(file, kind, starts[index] ?? 0))),
      );
      if (undo) added.undos.push(undo);
    } catch (error) {
      added.sentences.push(notAdded(file.name, error));
    }
  }
  return added;
}

/** A piece that begins later than this before the movie's end could hardly be seen. */
const LAST_SECONDS = 1;

/**
 * Where pieces begin that lie one behind the other. What would begin behind the movie's end isn't heard or shown, so near the
 * end all begin earlier; only those for which the movie is too short lie over others.
 * @param start seconds of the movie, as the lengths are
 */
export function startsBehind(lengths: readonly number[], start: number, movieSeconds: number): number[] {
  const most = Math.max(0, movieSeconds - LAST_SECONDS);
  const beforeLast = lengths.slice(0, -1).reduce((sum, length) => sum + length, 0);
  let at = Math.max(0, Math.min(start, most - beforeLast));
  return lengths.map((length) => {
    const own = Math.min(at, most);
    at += length;
    return own;
  });
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
