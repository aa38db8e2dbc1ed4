/** A picture of a neighbouring scene that a clip starts or ends with. */
import type { Db } from '#edge-api/db/client.ts';
import { liveJobsOfProject } from '#edge-api/repos/jobs.ts';
import { findFrame, type FramePlace } from '#edge-api/repos/media.ts';
import { listScenes } from '#edge-api/repos/scenes.ts';
import { bringFrame } from '#edge-api/services/clip-frames.ts';
import type { StoredPicture } from '#edge-api/services/clip-order.ts';
import type { Scene } from '#shared/entities/scene.ts';
import type { StepContext } from './job-deps.ts';

export type NotReady =
  /** Not yet; the note says for what it waits. */
  | { kind: 'wait'; note: string }
  /** It will not come. */
  | { kind: 'impossible'; sentence: string };

/** `frame` is null where the clip is to be made without one. */
export type NeighbourFrame = { kind: 'ready'; frame: StoredPicture | null; notes: string[] } | NotReady;

/** The living scenes of a project, and the ids of those that are being made. */
export async function neighbourhoodOf(db: Db, projectId: string): Promise<{ rows: Scene[]; live: Set<string> }> {
  const rows = await listScenes(db, projectId);
  const jobs = await liveJobsOfProject(db, projectId);
  return { rows, live: new Set(jobs.flatMap(({ sceneId }) => sceneId ?? [])) };
}

/**
 * A picture of a neighbour's clip. One that is not there is taken now, on a host that can.
 * @param asked.name the neighbour, for the note: "scene 3"
 */
export async function frameOfNeighbour(
  context: StepContext,
  asked: { userId: string; sha256: string; place: FramePlace; name: string },
): Promise<NeighbourFrame> {
  const { userId, sha256, place, name } = asked;
  const frame =
    (await findFrame(context.db, sha256, place, userId)) ??
    (await bringFrame(context, { userId, sha256, place }, context.stopping));
  if (frame === null)
    return {
      kind: 'wait',
      note: `Waiting for the ${place} picture of ${name}. It is made while the project is open in a browser.`,
    };
  return { kind: 'ready', frame: { sha256: frame.blobSha256, contentType: frame.contentType }, notes: [] };
}
