/** What a clip starts from: nothing, the last frame of the previous scene, or the segment that it extends. */
import type { Db } from '#edge-api/db/client.ts';
import { inPlayOrder } from '#shared/rules/scene-order.ts';
import { extensionsOf, playedSegment } from '#shared/rules/segments.ts';
import { findEarlierSegment } from '#edge-api/repos/clip-chain.ts';
import type { ClipSource } from '#edge-api/repos/generated-scenes.ts';
import { originOf, type Extender } from '#edge-api/services/clip-chain.ts';
import type { ClipOrder } from '#edge-api/services/clip-order.ts';
import type { StepContext } from './job-deps.ts';
import { frameOfNeighbour, neighbourhoodOf, type NeighbourFrame, type NotReady } from './neighbour-frame.ts';
import { extensionWords, neighborWords as words } from './words.ts';
import { frameNeighborWords } from '#shared/rules/words.ts';

/** The first frame of a scene that is to start where the previous one ends. */
export async function findFirstFrame(
  context: StepContext,
  userId: string,
  source: ClipSource,
): Promise<NeighbourFrame> {
  if (!source.continueFromPrevious) return { kind: 'ready', frame: null, notes: [] };
  const { rows, live } = await neighbourhoodOf(context.db, source.projectId);
  const earlier = inPlayOrder(rows).findLast((row) => !row.isExtension && row.sceneNumber < source.sceneNumber);
  if (earlier === undefined) return { kind: 'ready', frame: null, notes: [words.noSceneBefore] };
  const scene = { number: earlier.sceneNumber };
  if ([earlier, ...extensionsOf(earlier.id, rows)].some(({ id }) => live.has(id)))
    return { kind: 'wait', note: words.waitingForStart(scene) };
  const { sha256 } = playedSegment(earlier, rows);
  if (sha256 === null) return { kind: 'impossible', sentence: frameNeighborWords.noStart(scene) };
  return frameOfNeighbour(context, { userId, sha256, place: 'last', note: words.waitingForLastFrame(scene) });
}

export type ExtensionStart =
  | {
      kind: 'ready';
      extend: NonNullable<ClipOrder['extend']>;
      earlierId: string;
      /** Of the clip that goes on. */
      resolution: ClipSource['resolution'] | null;
    }
  | NotReady;

/** The segment that an extension continues. */
export async function findExtensionStart(
  db: Db,
  extension: { parentSceneId: string; extensionIndex: number },
  extender: Extender,
  nowMs: number,
): Promise<ExtensionStart> {
  const earlier = await findEarlierSegment(db, extension);
  if (earlier?.isLive === true) return { kind: 'wait', note: extensionWords.waiting };
  if (earlier === null || earlier.status !== 'complete' || earlier.seconds === null)
    return {
      kind: 'impossible',
      sentence: extensionWords.previousMissing,
    };
  const origin = originOf(earlier, extender, nowMs);
  if (origin === null)
    return {
      kind: 'impossible',
      sentence: extensionWords.previousExpired,
    };
  const { id: earlierId, resolution } = earlier;
  return { kind: 'ready', extend: { ...origin, earlierSeconds: earlier.seconds }, earlierId, resolution };
}
