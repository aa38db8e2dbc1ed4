/** The pictures sent with a scene: its own ones, and the portraits of the characters that its text names. */
import type { Db } from '#edge-api/db/client.ts';
import type { ClipSource } from '#edge-api/repos/generated-scenes.ts';
import { findOwnFile } from '#edge-api/repos/own-files.ts';
import { findOwnPicture } from '#edge-api/repos/pictures.ts';
import { mediaHash } from '#shared/api/media.ts';
import type { OwnFile } from '#shared/entities/own-file.ts';
import type { ReferencePicture } from '#shared/entities/scene.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { ownFileWords } from '#shared/own-files/words.ts';
import { namesCharacter } from '#shared/rules/compose-prompt.ts';
import type { StoredReference } from './clip-order.ts';
import { sceneWords } from './words.ts';

/** What the models take. */
const TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp'];

type FoundReferences = {
  references: StoredReference[];
  /** What is left out, one sentence each. */
  notes: string[];
  /** Why the clip isn't asked for with the scene's own pictures; null where it can be. */
  problem: string | null;
};

type Sized = StoredReference & { sizeBytes: number };

/** The scene's own pictures come first: where a model takes no more, in number or bytes, portraits are left out. */
export async function findReferences(
  db: Db,
  userId: string,
  source: Pick<ClipSource, 'title' | 'description' | 'characterReferences' | 'referencePictures'>,
  prompt: string,
): Promise<FoundReferences> {
  const own = await findOwnReferences(db, userId, source.referencePictures);
  const portraits = await findPortraits(db, userId, source, prompt);
  const all = [...own, ...portraits];
  const leftOut = all.slice(limits.referencesPerClip).map(({ name }) => name);
  const taken: Sized[] = [...own.slice(0, limits.referencesPerClip)];
  const tooLarge: string[] = [];
  for (const portrait of all.slice(taken.length, limits.referencesPerClip)) {
    if (bytesOf([...taken, portrait]) <= limits.requestPicturesBytes) taken.push(portrait);
    else tooLarge.push(portrait.name);
  }
  return {
    references: taken.map(({ name, picture: { sha256, contentType } }) => ({ name, picture: { sha256, contentType } })),
    notes: [
      ...(own.length < source.referencePictures.length ? [sceneWords.referenceGone] : []),
      ...(leftOut.length > 0 ? [sceneWords.portraitsLeftOut({ most: limits.referencesPerClip, names: leftOut })] : []),
      ...(tooLarge.length > 0 ? [sceneWords.portraitsTooLarge({ names: tooLarge })] : []),
    ],
    problem: bytesOf(own) > limits.requestPicturesBytes ? sceneWords.referencesTooLarge : null,
  };
}

function bytesOf(pictures: readonly Sized[]): number {
  return pictures.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}

/**
 * A hash that is no file of this person's is written down like any other: what it stands for, if anything, is never shown or
 * sent, and the clip's note says that the picture is missing.
 * @throws AppError `invalid_input` for a file of theirs that is no picture, or none that models take
 */
export async function requireReferencePictures(
  db: Db,
  userId: string,
  wanted: readonly ReferencePicture[],
): Promise<void> {
  for (const { picture } of wanted) {
    const file = await findOwnFile(db, userId, picture);
    if (file !== null && !isReference(file)) throw new AppError('invalid_input', ownFileWords.noReference(file));
  }
}

function isReference({ kind, type, sizeBytes }: OwnFile): boolean {
  return kind === 'picture' && TYPES.includes(type) && sizeBytes <= limits.referencePictureBytes;
}

async function findOwnReferences(db: Db, userId: string, pictures: readonly ReferencePicture[]): Promise<Sized[]> {
  const found = await Promise.all(
    pictures.map(async ({ picture, shows }): Promise<Sized[]> => {
      const file = await findOwnFile(db, userId, picture);
      if (file === null) return [];
      return [{ name: shows, picture: { sha256: picture, contentType: file.type }, sizeBytes: file.sizeBytes }];
    }),
  );
  return found.flat();
}

async function findPortraits(
  db: Db,
  userId: string,
  source: Pick<ClipSource, 'title' | 'description' | 'characterReferences'>,
  prompt: string,
): Promise<Sized[]> {
  const words = `${source.title} ${source.description} ${prompt}`;
  const named = source.characterReferences.filter(({ name }) => namesCharacter(words, name));
  const found = await Promise.all(
    named.map(async ({ name, imageUrl }): Promise<Sized[]> => {
      const sha256 = mediaHash(imageUrl ?? '');
      const picture = sha256 === null ? null : await findOwnPicture(db, userId, sha256);
      return picture === null ? [] : [{ name, picture, sizeBytes: picture.sizeBytes }];
    }),
  );
  return found.flat();
}
