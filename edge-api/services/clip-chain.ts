/** Which clips can be extended, and which segments of a scene still need generating. */
import type { ModelId } from '#shared/catalogue/models.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { extensionsOf } from '#shared/rules/segments.ts';
import type { ClipOrigin } from '#edge-api/providers/video-model/port.ts';
import type { Db } from '#edge-api/db/client.ts';
import { findEarlierSegment, type EarlierSegment } from '#edge-api/repos/clip-chain.ts';

/** The provider keeps files for two days, and interactions of projects without a paid plan for one. */
const KEPT_UPSTREAM_MS = 24 * 60 * 60_000;

/** Who extends a clip: upstream limits clips to the key and the model that made them. */
export type Extender = { model: ModelId; keyMark: string };

/** Upstream's name of an extendable clip; null when this extender can't find it anymore. */
export function originOf(earlier: EarlierSegment, extender: Extender, nowMs: number): ClipOrigin | null {
  const { upstreamId, fileId, madeAtMs } = earlier;
  if (upstreamId === null || fileId === null || madeAtMs === null) return null;
  const isOwn = earlier.model === extender.model && earlier.keyMark === extender.keyMark;
  return isOwn && nowMs - madeAtMs < KEPT_UPSTREAM_MS ? { upstreamId, fileId } : null;
}

/**
 * The segments of a scene that still need generating: from the first missing one on, because each continues the
 * previous one; all of them if upstream no longer has that one.
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
