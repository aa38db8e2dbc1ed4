/** Turns files of the person's own into scenes: clips as they are, pictures as clips that are made of them. */
import { actions } from '#editor/actions.ts';
import { pageDeps } from '#editor/enact.ts';
import { takeInFiles, type TakeInOptions } from '#editor/own-files.ts';
import { clipOfStill, type Still } from '#editor/still-clips.ts';
import { readCurrentUserId } from '#data/tables/users.ts';
import { sceneIds } from '#data/document/apply-change.ts';
import type { SceneStill } from '#shared/entities/scene.ts';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';
import { limits } from '#shared/limits.ts';
import type { StillSettings } from '#shared/movie/still-box.ts';
import { likelyKind, SNIFFED_BYTES, sniffContainer } from '#shared/own-files/sniff.ts';
import { ownFileWords } from '#shared/own-files/words.ts';
import type { Undo } from '#ui/edited-toast.ts';
import { sentenceOf } from '#ui/toasts.ts';
import { uiWords } from '#ui/words.ts';
import { ownClipWords as words } from './own-clip-words.ts';

/** How many scenes were added, how each is taken back, and a sentence for each file that can't be used or is used only in part. */
export type Added = { added: number; undos: Undo[]; sentences: string[] };

type AddOptions = Pick<TakeInOptions, 'onProgress'> & {
  signal: AbortSignal;
  settings: StillSettings;
  /** How many scenes come before it; null for all. */
  place: number | null;
};

/** Where it can't be added, a sentence says why. @throws an AbortError */
export async function addOwnClip(
  projectId: string,
  file: File,
  { settings, place, ...options }: AddOptions,
): Promise<Added> {
  const userId = await readCurrentUserId(pageDeps.db);
  if (userId === null) return nothing([words.signedOut]);
  return addOrSay({ projectId, userId, file, settings, place }, options);
}

type NewFile = { projectId: string; userId: string; file: File; settings: StillSettings; place: number | null };

/** One that can't be added keeps none of the others out. @throws an AbortError */
async function addOrSay(file: NewFile, options: TakeInOptions): Promise<Added> {
  const name = file.file.name.slice(0, limits.ownFileNameLength);
  try {
    // Before any of it is kept here.
    if (await isFull(file.projectId))
      return nothing([ownFileWords.tooManyScenes({ name, limit: limits.scenesPerProject })]);
    return await addFile(file, options);
  } catch (error) {
    options.signal?.throwIfAborted();
    return nothing([ownFileWords.notAdded({ name, why: sentenceOf(error, uiWords.unknownFailure) })]);
  }
}

async function isFull(projectId: string): Promise<boolean> {
  const scenes = await pageDeps.db.scenes.where({ projectId }).toArray();
  return sceneIds(scenes).length >= limits.scenesPerProject;
}

async function addFile({ projectId, userId, file, settings, place }: NewFile, options: TakeInOptions): Promise<Added> {
  const name = file.name.slice(0, limits.ownFileNameLength);
  const scene = { projectId, userId, title: titleOf(name), place };
  if (!(await isPicture(file))) return addClip(scene, file, options);
  const made = await fileOf(projectId, { picture: file, name, settings }, options.signal);
  if ('sentence' in made) return nothing([made.sentence]);
  // The picture itself is kept as well, so that its clip can be made anew with other settings.
  const kept = await takeInFiles({ ...pageDeps, userId }, [file], { kinds: ['picture'], ...signalOf(options) });
  const [picture] = kept.files;
  if (picture === undefined) return nothing(kept.sentences);
  const still = { picture: picture.sha256, settings };
  const done = await addClip({ ...scene, still }, made.file, options);
  const isCut = done.added > 0 && made.isAnimated;
  return isCut ? { ...done, sentences: [...done.sentences, ownFileWords.animated({ name })] } : done;
}

/**
 * A background with words as an ordinary text over all of it.
 * @param text its times are those of the scene
 * @throws what `takeInFiles`, `clipOfStill`, and the edit throw
 */
export async function addTitleCard(
  projectId: string,
  text: TextOverlay,
  { settings, signal }: { settings: StillSettings; signal: AbortSignal },
): Promise<Added> {
  const userId = await readCurrentUserId(pageDeps.db);
  if (userId === null) return nothing([words.signedOut]);
  const title = (text.text.trim().split('\n', 1)[0] ?? '').trim().slice(0, limits.titleLength);
  const made = await fileOf(projectId, { picture: null, name: title, settings }, signal);
  if ('sentence' in made) return nothing([made.sentence]);
  const still = { picture: null, settings };
  return addClip({ projectId, userId, title, texts: [text], still }, made.file, { signal });
}

type NewClip = {
  projectId: string;
  userId: string;
  title: string;
  texts?: readonly TextOverlay[];
  place?: number | null;
  /** What the clip was made of; null for one that was brought as it is. */
  still?: SceneStill | null;
};

async function addClip(
  { projectId, userId, title, texts = [], place = null, still = null }: NewClip,
  source: File,
  options: TakeInOptions,
): Promise<Added> {
  const taken = await takeInFiles({ ...pageDeps, userId }, [source], { ...options, kinds: ['clip'] });
  const [file] = taken.files;
  if (file === undefined || file.kind !== 'clip') return nothing(taken.sentences);
  const { sha256, sizeBytes, facts } = file;
  const scene = { title, duration: facts.video.durationSeconds, source: 'clip' as const, mediaId: sha256 };
  const where = { texts, place, clip: { sha256, sizeBytes, facts } };
  const add = () => actions.addScene(projectId, { ...scene, ...(still && { still }) }, where);
  const undo = await actions.undoable(projectId, add);
  return { added: 1, undos: undo ? [undo] : [], sentences: taken.sentences };
}

function nothing(sentences: string[]): Added {
  return { added: 0, undos: [], sentences };
}

function signalOf({ signal }: TakeInOptions): Pick<TakeInOptions, 'signal'> {
  return signal ? { signal } : {};
}

/** By its content. */
export async function isPicture(file: File): Promise<boolean> {
  // A file that is gone is told when it is taken in.
  const bytes = await file
    .slice(0, SNIFFED_BYTES)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0));
  const container = sniffContainer(new Uint8Array(bytes));
  return container !== null && likelyKind(container) === 'picture';
}

/** Its clip, or why there is none. */
async function fileOf(
  projectId: string,
  still: Still,
  signal?: AbortSignal,
): Promise<{ file: File; isAnimated: boolean } | { sentence: string }> {
  const made = await clipOfStill(pageDeps, projectId, still, signal);
  if (!made.ok) return { sentence: made.sentence };
  const file = new File([made.clip], `${titleOf(still.name)}.mp4`, { type: 'video/mp4' });
  return { file, isAnimated: made.isAnimated };
}

/** A file's name without its ending. */
function titleOf(name: string): string {
  const bare = name.replace(/\.[A-Za-z0-9]{1,5}$/, '').trim();
  return (bare === '' ? words.untitled : bare).slice(0, limits.titleLength);
}
