/** Which pictures tell what a movie is like: at most four, from its beginning to its end. */
import type { Scene } from '#shared/entities/scene.ts';

const MOST_FRAMES = 4;

/** Addresses in play order; none where there are too few pictures for a hint. */
export function hintFrames(scenes: readonly Pick<Scene, 'thumbnailUrl' | 'isExtension'>[]): string[] {
  const urls = [
    ...new Set(scenes.flatMap(({ thumbnailUrl, isExtension }) => (isExtension ? [] : (thumbnailUrl ?? [])))),
  ];
  if (urls.length <= 1) return [];
  const count = Math.min(MOST_FRAMES, urls.length);
  return Array.from({ length: count }, (_, place) => urls[Math.round((place * (urls.length - 1)) / (count - 1))] ?? '');
}
