import type { CharacterReference } from '#shared/entities/character-reference.ts';
import type { Project } from '#shared/entities/project.ts';
import type { CommandPlan } from '../plan.ts';
import { editWords } from '../words.ts';

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

/** Deletes a character for good: its portrait goes with it, so nothing undoes that. */
export function deleteCharacter(project: Project, { id: characterId, name }: CharacterReference): CommandPlan {
  return {
    userId: project.userId,
    projectId: project.id,
    label: editWords.deleteCharacter({ name }),
    changes: [{ kind: 'delete-character', characterId }],
    inverse: null,
  };
}
