/** What a clip ends with: nothing, or the first picture of the scene after it. */
import type { ClipSource } from '#edge-api/repos/generated-scenes.ts';
import { inPlayOrder } from '#shared/rules/scene-order.ts';
import type { StepContext } from './job-deps.ts';
import { frameOfNeighbour, neighbourhoodOf, type NeighbourFrame } from './neighbour-frame.ts';

/** The last frame of a scene that wants to end where the next one begins. */
export async function findLastFrame(context: StepContext, userId: string, source: ClipSource): Promise<NeighbourFrame> {
  if (!source.continueIntoNext) return { kind: 'ready', frame: null, notes: [] };
  const { rows, live } = await neighbourhoodOf(context.db, source.projectId);
  const next = inPlayOrder(rows).find((row) => !row.isExtension && row.sceneNumber > source.sceneNumber);
  if (next === undefined) return byItself('There is no scene after this one, so it ends by itself.');
  const name = `scene ${next.sceneNumber}`;
  // Each would wait for the other.
  if (next.continueFromPrevious) return byItself(`It ends by itself, because ${name} starts where this one ends.`);
  if (live.has(next.id)) return { kind: 'wait', note: `Waiting for ${name}, at whose start this one ends.` };
  if (next.sha256 === null) {
    const sentence = `This scene ends where ${name} begins, and ${name} has no clip. Generate ${name} first, or let this scene end by itself.`;
    return { kind: 'impossible', sentence };
  }
  return frameOfNeighbour(context, { userId, sha256: next.sha256, place: 'first', name });
}

function byItself(note: string): NeighbourFrame {
  return { kind: 'ready', frame: null, notes: [note] };
}
