/** Adding characters, as to a new project those of another document. Their ids stay: they count only within their project. */
import type { Change } from '#data/change.ts';
import { mediaHash } from '#shared/api/media.ts';
import type { WrittenCharacter } from '#shared/entities/history.ts';
import type { OwnFile, OwnFileKind } from '#shared/entities/own-file.ts';
import type { Project } from '#shared/entities/project.ts';
import { limits } from '#shared/limits.ts';

type Cast = Pick<Project, 'characterReferences'>;

/** Adds a character with its words; the server restores the picture of a deleted one. */
export function addCharacter({ id: characterId, name, description }: WrittenCharacter): Change {
  return { kind: 'add-character', characterId, body: sendableWords({ name, description }) };
}

/** A model may have written more than a person may. */
export function sendableWords<P extends { description?: string | undefined }>(words: P): P {
  const { description } = words;
  return description === undefined
    ? words
    : { ...words, description: description.slice(0, limits.characterDescriptionLength) };
}

/** The pictures that show them. */
export function portraitsOf({ characterReferences }: Cast): { sha256: string; name: string; kind: OwnFileKind }[] {
  return characterReferences.flatMap(({ name, imageUrl }) => {
    const sha256 = imageUrl === null ? null : mediaHash(imageUrl);
    return sha256 === null ? [] : [{ sha256, name, kind: 'picture' as const }];
  });
}

/** @param own the person's own files by hash: one that can show a character does, and the others have no picture */
export function charactersOf({ characterReferences }: Cast, own: ReadonlyMap<string, OwnFile>): Change[] {
  return characterReferences.slice(0, limits.charactersPerProject).flatMap((character): Change[] => {
    const { id: characterId, imageUrl } = character;
    const added = addCharacter(character);
    const picture = own.get(imageUrl === null ? '' : (mediaHash(imageUrl) ?? ''));
    if (picture === undefined || !canShow(picture)) return [added];
    return [added, { kind: 'patch-character', characterId, patch: { picture: picture.sha256 } }];
  });
}

/** How many had a picture and have none after these changes. */
export function unseenOf(cast: Cast, changes: readonly Change[]): number {
  const had = cast.characterReferences.filter(({ imageUrl }) => imageUrl !== null).length;
  return had - changes.filter(({ kind }) => kind === 'patch-character').length;
}

/** Whether the server takes it for a character. */
function canShow({ kind, type, sizeBytes }: OwnFile): boolean {
  return kind === 'picture' && type !== 'image/avif' && sizeBytes <= limits.referencePictureBytes;
}
