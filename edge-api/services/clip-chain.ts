/** Whether a clip can be gone on from, and which segments of a scene have to be made. */
import type { ModelId } from '#shared/catalogue/models.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { extensionsOf } from '#shared/rules/segments.ts';
import type { ClipOrigin } from '#edge-api/providers/video-model/port.ts';
import type { Db } from '#edge-api/db/client.ts';
import { findEarlierSegment, type EarlierSegment } from '#edge-api/repos/clip-chain.ts';

/** The provider keeps files for two days, and interactions of projects without a paid plan for one. */
const KEPT_UPSTREAM_MS = 24 * 60 * 60_000;

/** Who is to extend a clip: upstream shows one key's clips to no other, and one model's to no other. */
export type Extender = { model: ModelId; keyMark: string };

/** How upstream knows a clip that can be extended; null when the extender would not find it any more. */
export function originOf(earlier: EarlierSegment, extender: Extender, nowMs: number): ClipOrigin | null {
  const { upstreamId, fileId, madeAtMs } = earlier;
  if (upstreamId === null || fileId === null || madeAtMs === null) return null;
  const isOwn = earlier.model === extender.model && earlier.keyMark === extender.keyMark;
  return isOwn && nowMs - madeAtMs < KEPT_UPSTREAM_MS ? { upstreamId, fileId } : null;
}

/**
 * The segments of a scene that are still to be made: from the first unmade one on, because each goes on from the one
 * before it; all of them when upstream no longer knows that one.
 * @param rows the living scenes of the project
 */
export async function unmadeSegments(
  deps: { db: Db; now(): number },
  scene: Scene,
  rows: readonly Scene[],
  extender: Extender,
): Promise<Scene[]> {
  const segments = [scene, ...extensionsOf(scene.id, rows)];
  const place = segments.findIndex(({ status }) => status === 'pending' || status === 'failed');
  if (place < 0) return [];
  const extensionIndex = segments[place]?.extensionIndex ?? 0;
  const earlier = place === 0 ? null : await findEarlierSegment(deps.db, { parentSceneId: scene.id, extensionIndex });
  const canGoOn = earlier !== null && originOf(earlier, extender, deps.now()) !== null;
  return canGoOn ? segments.slice(place) : segments;
}
