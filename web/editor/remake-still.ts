/** Makes the clip of a picture or a title card anew, with other settings. */
import { clipStore } from '#data/page-clip-store.ts';
import { documentTables } from '#data/tables/documents.ts';
import type { OwnClip } from '#shared/entities/own-file.ts';
import type { Scene, SceneStill } from '#shared/entities/scene.ts';
import { AppError } from '#shared/errors.ts';
import type { StillSettings } from '#shared/movie/still-box.ts';
import { sameValue } from '#shared/rules/same-value.ts';
import { remakeStill, type Still } from './commands/remake-still.ts';
import { commit } from './commit.ts';
import { pageDeps, type CommitDeps } from './enact.ts';
import { openDocument } from './open-document.ts';
import { kept } from './read-again.ts';
import { takeInFiles } from './own-files.ts';
import { clipOfStill } from './still-clips.ts';
import { refusedEditWords, remakeWords as words } from './words.ts';

type StillEdit = {
  settings: StillSettings;
  title: string;
  /** Of a title card: what its first text is to say. */
  words: string | null;
};

/**
 * One edit, which one step undoes. Answers null, or a sentence why it can't be made.
 * @throws AppError `not_found` when the scene is gone, what `clipOfStill` and `takeInFiles` throw
 */
export async function editStill(
  { id: sceneId, projectId, still, sha256 }: Scene,
  edit: StillEdit,
  signal: AbortSignal,
): Promise<string | null> {
  const { db, device } = pageDeps;
  const userId = (await db.projects.get(projectId))?.userId ?? '';
  const formerClip = sha256 === null ? null : await ownClipOf(userId, sha256);
  if (still === null || formerClip === null) return words.notHere;
  let made: Still | null = null;
  if (!sameValue(still.settings, edit.settings)) {
    const settled: SceneStill = { ...still, settings: edit.settings };
    const picture = still.picture === null ? null : await clipStore.read(still.picture);
    if (still.picture !== null && picture === null) return words.noPicture;
    const name = edit.title;
    const clip = await clipOfStill(pageDeps, projectId, { picture, name, settings: edit.settings }, signal);
    if (!clip.ok) return clip.sentence;
    const file = new File([clip.clip], `${name}.mp4`, { type: 'video/mp4' });
    const taken = await takeInFiles({ db, device, userId }, [file], { kinds: ['clip'], signal });
    const [own] = taken.files;
    if (own === undefined || own.kind !== 'clip') return taken.sentences[0] ?? words.notHere;
    const { sha256: hash, sizeBytes, facts } = own;
    made = { still: settled, clip: { sha256: hash, sizeBytes, facts } };
  }
  const saved = (now: CommitDeps) =>
    db.transaction('rw', documentTables(db), async () => {
      const { project, scenes } = await openDocument(db, projectId);
      const scene = scenes.find(({ id }) => id === sceneId);
      if (!scene) throw new AppError('not_found', refusedEditWords.noScene);
      const former = { still: scene.still ?? still, clip: formerClip };
      const plan = remakeStill(project, scene, { made, former, title: edit.title, words: edit.words });
      return commit(plan, now);
    });
  await kept(pageDeps, saved);
  return null;
}

async function ownClipOf(userId: string, sha256: string): Promise<OwnClip | null> {
  const file = (await pageDeps.db.ownFiles.get([userId, sha256]))?.file;
  return file?.kind === 'clip' ? { sha256, sizeBytes: file.sizeBytes, facts: file.facts } : null;
}
