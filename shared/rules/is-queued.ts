/** A clip that waits for its turn isn’t being generated yet. */
import type { Scene } from '../entities/scene.ts';

type Segment = Pick<Scene, 'status' | 'queuedAt'>;

/** Whether all that a scene's segments do is wait in line. @param segments the scene and its extensions */
export function isQueued(segments: readonly Segment[]): boolean {
  const atWork = segments.filter(({ status }) => status === 'generating');
  return atWork.length > 0 && atWork.every(({ queuedAt }) => queuedAt !== null);
}
