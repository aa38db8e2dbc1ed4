/** Shows a character by an own picture that this device keeps, before the server has it; loaded when somebody does. */
import { documentTables } from '#data/tables/documents.ts';
import { mediaUrl } from '#shared/api/media.ts';
import { patchCharacterRequest } from '#shared/api/characters.ts';
import type { CharacterReference } from '#shared/entities/character-reference.ts';
import type { Project } from '#shared/entities/project.ts';
import { commit } from './commit.ts';
import { pageDeps, type CommitDeps } from './enact.ts';
import { findCharacter, openDocument } from './open-document.ts';
import { parseInput } from './parse-input.ts';
import type { CommandPlan } from './plan.ts';
import { portraitEditWords } from './portrait-words.ts';
import { kept } from './read-again.ts';

/**
 * It can be undone where an own picture showed the character before: the server keeps no other that is replaced.
 * @param picture hash of an own picture
 * @throws AppError `not_found`, `invalid_input`, or the database's error
 */
export async function setOwnPortrait(
  projectId: string,
  characterId: string,
  picture: string,
  deps: CommitDeps = pageDeps,
): Promise<void> {
  const { db } = deps;
  const work = (now: CommitDeps) =>
    db.transaction('rw', [...documentTables(db), db.ownFiles], async () => {
      const { project } = await openDocument(db, projectId);
      const character = findCharacter(project, characterId);
      const wanted = parseInput(patchCharacterRequest, { picture }).picture ?? '';
      const own = await db.ownFiles.where('userId').equals(project.userId).primaryKeys();
      const former = own.map(([, sha256]) => sha256).find((sha256) => mediaUrl(sha256) === character.imageUrl) ?? null;
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
