import type { Scene } from '../entities/scene.ts';

/** Hashes of the own pictures that a scene needs: what its clip was made of, and what the model is to go by. */
export function picturesOf({ still, referencePictures }: Pick<Scene, 'still' | 'referencePictures'>): string[] {
  return [...(still?.picture == null ? [] : [still.picture]), ...referencePictures.map(({ picture }) => picture)];
}
