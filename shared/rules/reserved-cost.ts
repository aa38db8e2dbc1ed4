/** What generating scenes would reserve: the seconds and sizes that are really asked of the model, at its dated price list. */
import { modelRow, type AspectRatio, type ModelId } from '../catalogue/models.ts';
import type { Scene } from '../entities/scene.ts';
import { applyFeatureRules, type WantedClip } from './feature-rules.ts';
import { modelOfScene } from './scene-model.ts';
import { extensionsOf, firstSegmentSeconds } from './segments.ts';
import { playedSeconds, type Timed } from './totals.ts';

/** USD per second of video, by size. */
export type UsdPerSecond = Record<'720p' | '1080p', number>;

/** The length and size that are asked of the model. */
export type AskedClip = { durationSeconds: number; resolution: '720p' | '1080p' };

/** What determines them. */
export type AskedFor = {
  model: ModelId;
  aspectRatio: AspectRatio;
  resolution: '720p' | '1080p';
  /** The wanted length of the scene's first clip, without extensions. */
  seconds: number;
  /** Whether the scene has extensions that will continue this clip. */
  isExtended: boolean;
};

/** The model's shortest length that suffices, else its longest. Seconds. */
export function nearestLength(seconds: number, lengths: readonly number[]): number {
  const rising = lengths.toSorted((a, b) => a - b);
  return rising.find((length) => length >= seconds) ?? rising.at(-1) ?? seconds;
}

/**
 * The length that is asked for when a scene is generated: of a half of a split only the model's shortest that holds it,
 * else the scene's own.
 */
export function secondsToGenerate(
  scene: Timed & Pick<Scene, 'splitFrom'>,
  rows: readonly (Timed & Pick<Scene, 'splitFrom'>)[],
  lengths: readonly number[],
): number {
  return halfSeconds(scene, rows, lengths) ?? scene.duration;
}

/** Null for what isn’t the half of a split that has its clip. */
function halfSeconds(
  scene: Timed & Pick<Scene, 'splitFrom'>,
  rows: readonly (Timed & Pick<Scene, 'splitFrom'>)[],
  lengths: readonly number[],
): number | null {
  const isHalf = scene.splitFrom !== null || rows.some(({ splitFrom }) => splitFrom === scene.id);
  if (!isHalf || scene.sha256 === null || extensionsOf(scene.id, rows).length > 0) return null;
  return nearestLength(playedSeconds(scene, rows), lengths);
}

/** A scene as it would be generated: with the length that is asked for, which its estimate counts. */
export function asGenerated(scene: Scene, project: { model: ModelId }, rows: readonly Scene[]): Scene {
  const { durations } = modelRow(modelOfScene(scene, project, rows));
  return { ...scene, duration: secondsToGenerate(scene, rows, durations) };
}

/** A scene's first clip as it would be asked for. */
export function askedClip(asked: AskedFor): AskedClip {
  const { clip } = applyFeatureRules(withoutPictures(asked, asked.isExtended));
  return { durationSeconds: clip.duration, resolution: clip.resolution };
}

/** An extension of it; null when the model can't extend the scene, which is then generated without it. */
export function askedExtension(asked: AskedFor): AskedClip | null {
  const { resolution } = askedClip({ ...asked, isExtended: true });
  const { extensionSeconds } = modelRow(asked.model);
  const { clip } = applyFeatureRules({ ...withoutPictures(asked, true), resolution });
  return extensionSeconds !== null && clip.extension ? { durationSeconds: extensionSeconds, resolution } : null;
}

/**
 * What the wanted segments would reserve together, in USD.
 * @param rows every row of the project, so that a scene finds its extensions
 * @param pricesOf the prices of a model; null where the key can't use it, which reserves nothing
 */
export function reservedUsd(
  project: { model: ModelId; aspectRatio: AspectRatio },
  wanted: readonly Scene[],
  rows: readonly Scene[],
  pricesOf: (model: ModelId) => UsdPerSecond | null,
): number {
  return wanted.reduce((sum, segment) => {
    const scene = rows.find(({ id }) => id === segment.parentSceneId) ?? segment;
    const isExtended = extensionsOf(scene.id, rows).length > 0;
    const model = modelOfScene(segment, project, rows);
    const seconds = halfSeconds(scene, rows, modelRow(model).durations) ?? firstSegmentSeconds(scene, rows);
    const usdPerSecond = pricesOf(model);
    const asked = { model, aspectRatio: project.aspectRatio, resolution: scene.resolution, seconds, isExtended };
    const clip = segment.isExtension ? askedExtension(asked) : askedClip(asked);
    return sum + (clip === null || usdPerSecond === null ? 0 : clip.durationSeconds * usdPerSecond[clip.resolution]);
  }, 0);
}

function withoutPictures({ model, aspectRatio, resolution, seconds }: AskedFor, extension: boolean): WantedClip {
  const duration = nearestLength(seconds, modelRow(model).durations);
  return {
    model,
    aspectRatio,
    resolution,
    duration,
    references: false,
    firstFrame: false,
    lastFrame: false,
    extension,
  };
}
