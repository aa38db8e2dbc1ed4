/** Shows a character by an own picture that this device keeps, before the server has it; loaded when somebody does. */
import { z } from 'zod';
import { documentTables } from '#data/tables/documents.ts';
import { mediaHash, mediaUrl } from '#shared/api/media.ts';
import { patchCharacterRequest } from '#shared/api/characters.ts';
import type { CharacterReference } from '#shared/entities/character-reference.ts';
import { characterPictureSchema, type CharacterPicture } from '#shared/entities/history.ts';
import type { Project } from '#shared/entities/project.ts';
import { AppError } from '#shared/errors.ts';
import { commit } from './commit.ts';
import { pageDeps, type CommitDeps } from './enact.ts';
import { findCharacter, openDocument } from './open-document.ts';
import { parseInput } from './parse-input.ts';
import type { CommandPlan } from './plan.ts';
import { portraitEditWords } from './portrait-words.ts';
import { kept } from './read-again.ts';
import { refusedEditWords } from './words.ts';

/**
 * It can be undone where an own picture showed the character before: the server keeps no other that is replaced.
 * @param picture hash of an own picture
 * @throws AppError `not_found`, `invalid_input`, or the database's error
 */
export function setOwnPortrait(
  projectId: string,
  characterId: string,
  picture: string,
  deps: CommitDeps = pageDeps,
): Promise<void> {
  return showPortrait(projectId, { characterId, picture, known: null }, deps);
}

/**
 * Shows a character by a picture that the history has of it. The bytes may be on the server and another device alone.
 * @param replaced as the history has it: the picture, and what took its place, to which this can be undone
 * @throws AppError `not_found`, also for a picture that isn't kept; `invalid_input`, or the database's error
 */
export async function restorePortrait(
  projectId: string,
  replaced: unknown,
  deps: CommitDeps = pageDeps,
): Promise<void> {
  const { former, replacing } = parseInput(replacedPictureSchema, replaced);
  const picture = hashOf(former);
  if (picture === null) throw new AppError('not_found', refusedEditWords.noPicture);
  await showPortrait(projectId, { characterId: former.id, picture, known: replacing && hashOf(replacing) }, deps);
}

const replacedPictureSchema = z.object({
  former: characterPictureSchema,
  replacing: characterPictureSchema.nullable(),
});

/** Null where the server has no file of the person's own for it. */
function hashOf({ imageUrl, isOwn }: CharacterPicture): string | null {
  return isOwn && imageUrl !== null ? mediaHash(imageUrl) : null;
}

type Wish = {
  characterId: string;
  picture: string;
  /** Another own picture than those on this device. */
  known: string | null;
};

async function showPortrait(projectId: string, { characterId, picture, known }: Wish, deps: CommitDeps): Promise<void> {
  const { db } = deps;
  const work = (now: CommitDeps) =>
    db.transaction('rw', [...documentTables(db), db.ownFiles], async () => {
      const { project } = await openDocument(db, projectId);
      const character = findCharacter(project, characterId);
      const wanted = parseInput(patchCharacterRequest, { picture }).picture ?? '';
      const own = await db.ownFiles.where('userId').equals(project.userId).primaryKeys();
      const all = [...own.map(([, sha256]) => sha256), ...(known === null ? [] : [known])];
      const former = all.find((sha256) => mediaUrl(sha256) === character.imageUrl) ?? null;
      return commit(planOf(project, character, wanted, former), now);
    });
  await kept(deps, work);
}

function planOf(
  { id: projectId, userId }: Project,
  { id: characterId, name }: CharacterReference,
  picture: string,
  former: string | null,
): CommandPlan {
  const plan = { userId, projectId, label: portraitEditWords.change({ name }) };
  if (picture === former) return { ...plan, changes: [], inverse: null };
  return {
    ...plan,
    changes: [{ kind: 'patch-character', characterId, patch: { picture } }],
    inverse: former === null ? null : [{ kind: 'patch-character', characterId, patch: { picture: former } }],
  };
}
