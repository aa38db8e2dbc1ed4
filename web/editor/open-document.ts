import type { StoryreelDb } from '#data/db.ts';
import type { ProjectDocument } from '#data/document/document.ts';
import { readDocument } from '#data/tables/documents.ts';
import type { CharacterReference } from '#shared/entities/character-reference.ts';
import type { Project } from '#shared/entities/project.ts';
import { AppError } from '#shared/errors.ts';
import { refusedEditWords } from './words.ts';

export type OpenDocument = ProjectDocument & { project: Project };

/** Part of a transaction of the caller over `documentTables`. @throws AppError `not_found` */
export async function openDocument(db: StoryreelDb, projectId: string): Promise<OpenDocument> {
  const document = await readDocument(db, projectId);
  if (!document.project) throw new AppError('not_found', refusedEditWords.noProject);
  return { ...document, project: document.project };
}

/** @throws AppError `not_found` */
export function findCharacter({ characterReferences }: Project, characterId: string): CharacterReference {
  const character = characterReferences.find(({ id }) => id === characterId);
  if (!character) throw new AppError('not_found', refusedEditWords.noCharacter);
  return character;
}
