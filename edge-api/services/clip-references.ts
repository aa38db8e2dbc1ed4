/** The portraits sent with a scene: those of the characters that its text names. */
import type { Db } from '#edge-api/db/client.ts';
import type { ClipSource } from '#edge-api/repos/generated-scenes.ts';
import { findOwnPicture } from '#edge-api/repos/pictures.ts';
import { limits } from '#shared/limits.ts';
import { namesCharacter } from '#shared/rules/compose-prompt.ts';
import type { StoredReference } from './clip-order.ts';

export async function findReferences(
  db: Db,
  userId: string,
  source: Pick<ClipSource, 'title' | 'description' | 'characterReferences'>,
  prompt: string,
): Promise<StoredReference[]> {
  const words = `${source.title} ${source.description} ${prompt}`;
  const named = source.characterReferences.filter(({ name }) => namesCharacter(words, name));
  const found = await Promise.all(
    named.map(async ({ name, imageUrl }): Promise<StoredReference[]> => {
      const sha256 = /^\/api\/media\/([0-9a-f]{64})$/.exec(imageUrl ?? '')?.[1];
      const picture = sha256 === undefined ? null : await findOwnPicture(db, userId, sha256);
      return picture === null ? [] : [{ name, picture: { sha256: picture.sha256, contentType: picture.contentType } }];
    }),
  );
  return found.flat().slice(0, limits.charactersPerProject);
}
