/** What a clip starts from: nothing, the last picture of the scene before it, or the segment that it extends. */
import type { Db } from '#edge-api/db/client.ts';
import { inPlayOrder } from '#shared/rules/scene-order.ts';
import { extensionsOf, playedSegment } from '#shared/rules/segments.ts';
import { findEarlierSegment } from '#edge-api/repos/clip-chain.ts';
import type { ClipSource } from '#edge-api/repos/generated-scenes.ts';
import { liveJobsOfProject } from '#edge-api/repos/jobs.ts';
import { findFrame } from '#edge-api/repos/media.ts';
import { listScenes } from '#edge-api/repos/scenes.ts';
import { originOf, type Extender } from '#edge-api/services/clip-chain.ts';
import { bringLastFrame } from '#edge-api/services/clip-frames.ts';
import type { ClipOrder, StoredPicture } from '#edge-api/services/clip-order.ts';
import type { StepContext } from './job-deps.ts';

type NoStart =
  /** Not yet; the note says for what it waits. */
  | { kind: 'wait'; note: string }
  /** It will not come. */
  | { kind: 'impossible'; sentence: string };

export type FirstFrameStart = { kind: 'ready'; firstFrame: StoredPicture | null; notes: string[] } | NoStart;

/** The first frame of a scene that wants to start where the previous one ends. */
export async function findFirstFrame(
  context: StepContext,
  userId: string,
  source: ClipSource,
): Promise<FirstFrameStart> {
  const { db } = context;
  if (!source.continueFromPrevious) return { kind: 'ready', firstFrame: null, notes: [] };
  const rows = await listScenes(db, source.projectId);
  const earlier = inPlayOrder(rows).findLast((row) => !row.isExtension && row.sceneNumber < source.sceneNumber);
  if (earlier === undefined)
    return { kind: 'ready', firstFrame: null, notes: ['There is no scene before this one, so it starts by itself.'] };
  const name = `scene ${earlier.sceneNumber}`;
  const segments = [earlier, ...extensionsOf(earlier.id, rows)].map(({ id }) => id);
  const live = await liveJobsOfProject(db, source.projectId);
  if (live.some(({ sceneId }) => sceneId !== null && segments.includes(sceneId)))
    return { kind: 'wait', note: `Waiting for ${name}, whose end this one starts from.` };
  const { sha256 } = playedSegment(earlier, rows);
  if (sha256 === null) {
    const sentence = `This scene starts where ${name} ends, and ${name} has no clip. Generate ${name} first, or let this scene start by itself.`;
    return { kind: 'impossible', sentence };
  }
  const frame =
    (await findFrame(db, sha256, 'last', userId)) ??
    (await bringLastFrame(context, { userId, sha256 }, context.stopping));
  if (frame === null)
    return {
      kind: 'wait',
      note: `Waiting for the last picture of ${name}. It is made while the project is open in a browser.`,
    };
  return { kind: 'ready', firstFrame: { sha256: frame.blobSha256, contentType: frame.contentType }, notes: [] };
}

export type ExtensionStart = { kind: 'ready'; extend: NonNullable<ClipOrder['extend']>; earlierId: string } | NoStart;

/** The segment that an extension goes on from. */
export async function findExtensionStart(
  db: Db,
  extension: { parentSceneId: string; extensionIndex: number },
  extender: Extender,
  nowMs: number,
): Promise<ExtensionStart> {
  const earlier = await findEarlierSegment(db, extension);
  if (earlier?.isLive === true) return { kind: 'wait', note: 'Waiting for the part of the scene before this one.' };
  if (earlier === null || earlier.status !== 'complete' || earlier.seconds === null)
    return {
      kind: 'impossible',
      sentence: 'The part of the scene before this one was not made. Generate the scene again.',
    };
  const origin = originOf(earlier, extender, nowMs);
  if (origin === null)
    return {
      kind: 'impossible',
      sentence: 'The part of the scene before this one is no longer kept where it was made. Generate the scene again.',
    };
  return { kind: 'ready', extend: { ...origin, earlierSeconds: earlier.seconds }, earlierId: earlier.id };
}
