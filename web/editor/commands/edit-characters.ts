import type { CharacterReference } from '#shared/entities/character-reference.ts';
import type { WrittenCharacter } from '#shared/entities/history.ts';
import type { Project } from '#shared/entities/project.ts';
import type { CommandPlan } from '../plan.ts';
import { editWords } from '../words.ts';
import { addCharacter } from './add-characters.ts';

/** Gives a character another name. Scenes find it by its name. */
export function renameCharacter(project: Project, character: CharacterReference, name: string): CommandPlan {
  const { id: characterId, name: former } = character;
  const plan = { userId: project.userId, projectId: project.id, label: editWords.renameCharacter({ name: former }) };
  if (name === former) return { ...plan, changes: [], inverse: null };
  return {
    ...plan,
    changes: [{ kind: 'patch-character', characterId, patch: { name } }],
    inverse: [{ kind: 'patch-character', characterId, patch: { name: former } }],
  };
}

/** Says of a character what the history has of it. */
export function rewriteCharacter(
  project: Project,
  character: CharacterReference,
  former: WrittenCharacter,
): CommandPlan {
  const { id: characterId } = character;
  const plan = { userId: project.userId, projectId: project.id, label: editWords.editCharacter(former) };
  const changed = (['name', 'description'] as const).filter((field) => character[field] !== former[field]);
  if (changed.length === 0) return { ...plan, changes: [], inverse: null };
  const wordsOf = (one: WrittenCharacter) => Object.fromEntries(changed.map((field) => [field, one[field]]));
  return {
    ...plan,
    changes: [{ kind: 'patch-character', characterId, patch: wordsOf(former) }],
    inverse: [{ kind: 'patch-character', characterId, patch: wordsOf(character) }],
  };
}

/** Brings a deleted character back with what the history has of it. The server still has its picture. */
export function reviveCharacter(project: Project, former: WrittenCharacter): CommandPlan {
  const { id: characterId, name } = former;
  const plan = { userId: project.userId, projectId: project.id, label: editWords.restoreCharacter({ name }) };
  if (project.characterReferences.some(({ id }) => id === characterId)) return { ...plan, changes: [], inverse: null };
  return {
    ...plan,
    changes: [addCharacter(former)],
    inverse: [{ kind: 'delete-character', characterId }],
  };
}

/** Restores a deleted character. @param place counted from 0 */
export function restoreCharacter(project: Project, character: CharacterReference, place: number): CommandPlan {
  const { id: characterId, name } = character;
  return {
    userId: project.userId,
    projectId: project.id,
    label: editWords.restoreCharacter({ name }),
    changes: [{ kind: 'restore-character', characterId, character, place }],
    inverse: [{ kind: 'delete-character', characterId }],
  };
}

/** Deletes a character with its portrait. Undoing that restores both. */
export function deleteCharacter(project: Project, character: CharacterReference): CommandPlan {
  const { id: characterId, name } = character;
  const place = project.characterReferences.findIndex(({ id }) => id === characterId);
  return {
    userId: project.userId,
    projectId: project.id,
    label: editWords.deleteCharacter({ name }),
    changes: [{ kind: 'delete-character', characterId }],
    inverse: [{ kind: 'restore-character', characterId, character, place }],
  };
}
