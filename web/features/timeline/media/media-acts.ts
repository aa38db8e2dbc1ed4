/** What people do with the media of a project: put them into the movie, show them there, and bring earlier takes back. */
import { db } from '#data/db.ts';
import { clipStore } from '#data/page-clip-store.ts';
import { restorableTakes } from '#data/document/takes.ts';
import type { ProjectMedia } from '#data/tables/project-media.ts';
import { actions } from '#editor/actions.ts';
import { clipboardActions } from '#editor/clipboard-actions.ts';
import { copyScenes } from '#editor/copied.ts';
import type { OwnFile } from '#shared/entities/own-file.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { showEdited } from '#ui/edited-toast.ts';
import { removedToast, type RemovedFiles } from '#ui/removed-files.ts';
import { showFailure, showToast } from '#ui/toasts.ts';
import { addSounds, secondsAt, titleOf, type AudioPlace } from '../audio/add-audio.ts';
import { selectAudio } from '../audio/audio-store.ts';
import { leaveDraft, refuse } from '../draft-edits.ts';
import { placeBehindChosen } from '../moving/new-scene-place.ts';
import { save } from '../strip/scene-acts.ts';
import { chooseScene } from '../timeline-acts.ts';
import type { TimelineScope } from '../timeline-scope.ts';
import { mediaWords as words } from './media-words.ts';

export type MediaScope = {
  scope: TimelineScope;
  /** Pictures become scenes where their settings are chosen. */
  onFiles: (files: readonly File[], place: number | null) => void;
};

/** `place`: how many scenes come before it; null behind those that are chosen, else at the end. */
export type MediaTarget = { place: number | null } & Partial<AudioPlace>;

/** Whether it can be put into the movie from here. */
export function isAddable({ kind, own, uses }: ProjectMedia): boolean {
  return own !== null || (kind === 'clip' && uses.length > 0);
}

export async function addMedia(media: MediaScope, item: ProjectMedia, target: MediaTarget): Promise<void> {
  const { scope } = media;
  const place = target.place ?? placeBehindChosen(scope);
  const { own, uses } = item;
  if (!leaveDraft()) return;
  if (own?.file.kind === 'sound') return addSound(scope, own.file, target);
  if (own?.file.kind === 'clip') return addClip(own.file, place);
  if (own?.file.kind === 'picture') return addPicture(media, own.file, place);
  const use = uses.find(({ kind }) => kind === 'scene');
  if (use?.kind === 'scene') await addCopy(scope, { sceneId: use.sceneId, name: item.name, place });
}

async function addClip(file: OwnFile & { kind: 'clip' }, place: number | null): Promise<void> {
  const { sha256, sizeBytes, facts } = file;
  const duration = facts.video.durationSeconds;
  const minutes = limits.ownClipSeconds / 60;
  if (duration > limits.ownClipSeconds) return refuse({ title: words.addFailed, message: words.tooLong({ minutes }) });
  const title = titleOf(file.name).slice(0, limits.titleLength);
  const scene = { title, duration, source: 'clip' as const, mediaId: sha256 };
  const add = async (projectId: string): Promise<void> => {
    chooseScene(await actions.addScene(projectId, scene, { place, clip: { sha256, sizeBytes, facts } }));
  };
  await save(words.addFailed, add, { title: words.sceneAdded(file) });
}

async function addPicture({ onFiles }: MediaScope, file: OwnFile, place: number | null): Promise<void> {
  const bytes = await clipStore.read(file.sha256);
  if (bytes === null) return refuse({ title: words.addFailed, message: words.awayNote });
  onFiles([new File([bytes], file.name, { type: file.type })], place);
}

async function addSound(
  scope: TimelineScope,
  file: OwnFile,
  { kind = 'music', left = null }: MediaTarget,
): Promise<void> {
  const add = async (): Promise<void> => {
    const { sentences } = await addSounds(scope, [file], { kind, start: secondsAt(scope, left) });
    if (sentences[0] !== undefined) throw new AppError('invalid_input', sentences[0]);
  };
  await save(words.addFailed, add, { title: words.soundAdded(file) });
}

/** A scene with the same clip, and all that was done to it. */
async function addCopy(
  { rows }: TimelineScope,
  { sceneId, name, place }: { sceneId: string; name: string; place: number | null },
): Promise<void> {
  const copied = copyScenes(rows, new Set([sceneId]));
  if (copied?.kind !== 'scenes') return;
  const add = async (projectId: string): Promise<void> => {
    const { sceneIds } = await clipboardActions.pasteScenes(projectId, copied.scenes, place);
    if (sceneIds[0] !== undefined) chooseScene(sceneIds[0]);
  };
  await save(words.addFailed, add, { title: words.sceneAdded({ name }) });
}

/** Selects what the movie has of it. */
export function selectMedia({ uses: [use] }: ProjectMedia): void {
  if (use?.kind === 'piece' || use?.kind === 'take') selectAudio(use.id);
  if (use?.kind !== 'scene' || !chooseScene(use.sceneId)) return;
  selectAudio(null);
}

/** Brings an earlier take, or the scene that had it, back. */
export async function restoreMedia(projectId: string, { comesBack, name }: ProjectMedia): Promise<void> {
  if (comesBack === null || !leaveDraft()) return;
  const { kind, sceneId } = comesBack;
  const restore = async (): Promise<void> => {
    if (kind === 'deleted') return actions.restoreScene(sceneId);
    const base = await db.bases.get(projectId);
    const scenes = await db.scenes.where({ projectId }).toArray();
    const take = restorableTakes({ ...base, scenes }, Date.now()).get(sceneId);
    if (take) await actions.restoreTake(take);
  };
  try {
    showEdited({ title: words.restored({ name }) }, await actions.undoable(projectId, restore));
    chooseScene(sceneId);
  } catch (error) {
    showFailure(words.restoreFailed, error);
  }
}

export async function removeMedia(remove: () => Promise<RemovedFiles>): Promise<void> {
  try {
    showToast(removedToast(await remove(), words));
  } catch (error) {
    showFailure(words.removeFailed, error);
  }
}
