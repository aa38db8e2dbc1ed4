/** What a clip ends with: nothing, or the first frame of the next scene. */
import type { ClipSource } from '#edge-api/repos/generated-scenes.ts';
import { inPlayOrder } from '#shared/rules/scene-order.ts';
import { frameNeighborWords } from '#shared/rules/words.ts';
import type { StepContext } from './job-deps.ts';
import { frameOfNeighbour, neighbourhoodOf, type NeighbourFrame } from './neighbour-frame.ts';
import { neighborWords as words } from './words.ts';

/** The last frame of a scene that is to end where the next one starts. */
export async function findLastFrame(context: StepContext, userId: string, source: ClipSource): Promise<NeighbourFrame> {
  if (!source.continueIntoNext) return { kind: 'ready', frame: null, notes: [] };
  const { rows, live } = await neighbourhoodOf(context.db, source.projectId);
  const next = inPlayOrder(rows).find((row) => !row.isExtension && row.sceneNumber > source.sceneNumber);
  if (next === undefined) return byItself(words.noSceneAfter);
  const scene = { number: next.sceneNumber };
  // The two scenes would wait for each other.
  if (next.continueFromPrevious) return byItself(words.startsNext(scene));
  if (live.has(next.id)) return { kind: 'wait', note: words.waitingForEnd(scene) };
  if (next.sha256 === null) return { kind: 'impossible', sentence: frameNeighborWords.noEnd(scene) };
  return frameOfNeighbour(context, {
    userId,
    sha256: next.sha256,
    place: 'first',
    note: words.waitingForFirstFrame(scene),
  });
}

function byItself(note: string): NeighbourFrame {
  return { kind: 'ready', frame: null, notes: [note] };
}
