/** Two scenes of one clip, and copies of scenes. One rule for both sides, so that what is seen at once is what the server makes. */
import type { Scene } from '../entities/scene.ts';
import type { TextOverlay } from '../entities/text-overlay.ts';
import { fpsNumber } from '../movie/time.ts';
import { extensionsOf } from './segments.ts';
import type { Timed } from './totals.ts';
import { playedFrames } from './trims.ts';
import { splitWords } from './words.ts';

type Splittable = Timed & Pick<Scene, 'status'>;

/** Why a scene can't be split at a moment of its clip, as a sentence; null when it can. */
export function splitProblem(scene: Splittable, rows: readonly Splittable[], atSeconds: number): string | null {
  const { frameCount, fps, trimStart, trimEnd } = scene;
  if (scene.isExtension) return splitWords.ofExtension;
  if (extensionsOf(scene.id, rows).length > 0) return splitWords.extended;
  if (scene.status === 'generating') return splitWords.generating;
  if (scene.sha256 === null || frameCount === null || fps === null) return splitWords.noClip;
  const played = playedFrames(frameCount, fps, trimStart, trimEnd);
  const before = playedFrames(frameCount, fps, trimStart, atSeconds);
  const isInside = atSeconds > played.start / fpsNumber(fps) && before.end > played.start && before.end < played.end;
  return isInside ? null : splitWords.atEdge;
}

/** What a split changes of the scene that it is made in. Its sound is faded out by the later half, which ends where it ended. */
export function earlierHalf(
  scene: Scene,
  atSeconds: number,
): Pick<Scene, 'trimEnd' | 'textOverlays' | 'transition' | 'fadeOutSeconds' | 'continueIntoNext'> {
  return {
    trimEnd: atSeconds,
    textOverlays: scene.textOverlays.filter(({ startTime }) => startTime < atSeconds),
    transition: null,
    fadeOutSeconds: 0,
    continueIntoNext: false,
  };
}

/** @param at milliseconds since the epoch */
type New = { newSceneId: string; version: 0 | 1; at: number };

/** The scene that plays what comes after a split: the same clip, and the texts that are still seen, with ids of their own. */
export function laterHalf(scene: Scene, atSeconds: number, { newSceneId, version, at }: New): Scene {
  return {
    ...scene,
    ...settled(scene),
    id: newSceneId,
    trimStart: atSeconds,
    textOverlays: withNewIds(
      scene.textOverlays.filter(({ endTime }) => endTime > atSeconds),
      newSceneId,
    ),
    fadeInSeconds: 0,
    continueFromPrevious: false,
    continueIntoNext: false,
    splitFrom: scene.id,
    version,
    createdAt: at,
    updatedAt: at,
  };
}

/** A scene and its extensions once more. What was being generated or has failed is not copied: the copy waits to be generated. */
export function duplicatedRows(
  scene: Scene,
  rows: readonly Scene[],
  { newSceneId, version, at }: New,
): [Scene, ...Scene[]] {
  const copied = (row: Scene): Scene => ({ ...row, ...settled(row), version, createdAt: at, updatedAt: at });
  const textOverlays = withNewIds(scene.textOverlays, newSceneId);
  const extensions = extensionsOf(scene.id, rows).map((row, index) => ({
    ...copied(row),
    // Behind the ids of the texts.
    id: derivedId(newSceneId, textOverlays.length + index + 1),
    parentSceneId: newSceneId,
  }));
  return [{ ...copied(scene), id: newSceneId, textOverlays }, ...extensions];
}

/** The same as rows of another project, which has no other half of a split. */
export function duplicatedInto(projectId: string, rows: readonly [Scene, ...Scene[]]): [Scene, ...Scene[]] {
  const [first, ...rest] = rows;
  const there = (row: Scene): Scene => (row.projectId === projectId ? row : { ...row, projectId, splitFrom: null });
  return [there(first), ...rest.map(there)];
}

/** As a scene is of which nothing is being generated. */
function settled({ sha256 }: Scene) {
  const status: Scene['status'] = sha256 === null ? 'pending' : 'complete';
  return { status, note: null, queuedAt: null, errorMessage: null, answerLost: false };
}

function withNewIds(overlays: readonly TextOverlay[], newSceneId: string): TextOverlay[] {
  return overlays.map((overlay, index) => ({ ...overlay, id: derivedId(newSceneId, index + 1) }));
}

/** An id that follows from another one, so that both sides make the same without telling each other. */
export function derivedId(id: string, count: number): string {
  const last = (Number.parseInt(id.slice(-8), 16) + count) % 2 ** 32;
  return id.slice(0, -8) + last.toString(16).padStart(8, '0');
}
