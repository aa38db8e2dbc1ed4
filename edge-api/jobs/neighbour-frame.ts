/** A frame of a neighboring scene that a clip starts or ends with. */
import type { Db } from '#edge-api/db/client.ts';
import { liveJobsOfProject } from '#edge-api/repos/jobs.ts';
import { findFrame, type FramePlace } from '#edge-api/repos/media.ts';
import { listScenes } from '#edge-api/repos/scenes.ts';
import { bringFrame } from '#edge-api/services/clip-frames.ts';
import type { StoredPicture } from '#edge-api/services/clip-order.ts';
import type { Scene } from '#shared/entities/scene.ts';
import type { StepContext } from './job-deps.ts';

export type NotReady =
  /** Not yet; the note says what it waits for. */
  | { kind: 'wait'; note: string }
  /** It will never be there. */
  | { kind: 'impossible'; sentence: string };

/** `frame` is null when the clip is generated without one. */
export type NeighbourFrame = { kind: 'ready'; frame: StoredPicture | null; notes: string[] } | NotReady;

/** The scenes of a project that are not deleted, and the ids of those that are generating. */
export async function neighbourhoodOf(db: Db, projectId: string): Promise<{ rows: Scene[]; live: Set<string> }> {
  const rows = await listScenes(db, projectId);
  const jobs = await liveJobsOfProject(db, projectId);
  return { rows, live: new Set(jobs.flatMap(({ sceneId }) => sceneId ?? [])) };
}

/**
 * A frame of a neighboring clip. One that is missing is taken now, on a host that can.
 * @param asked.note says what the scene waits for when the frame is missing
 */
export async function frameOfNeighbour(
  context: StepContext,
  asked: { userId: string; sha256: string; place: FramePlace; note: string },
): Promise<NeighbourFrame> {
  const { userId, sha256, place, note } = asked;
  const frame =
    (await findFrame(context.db, sha256, place, userId)) ??
    (await bringFrame(context, { userId, sha256, place }, context.stopping));
  if (frame === null) return { kind: 'wait', note };
  return { kind: 'ready', frame: { sha256: frame.blobSha256, contentType: frame.contentType }, notes: [] };
}
