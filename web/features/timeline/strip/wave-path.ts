/** The outline of a scene's sound as it will be heard. Pure. */
import { inPointUs, outPointUs } from '#player/playhead.ts';
import type { PlanScene } from '#shared/movie/movie-plan.ts';
import { secondsFromUs } from '#shared/movie/time.ts';
import { levellingGainDb } from '#shared/sound/levelling.ts';
import { loudnessBetween, PEAKS_PER_SECOND, type SoundShape } from '#shared/sound/sound-shape.ts';
import { leftInBlock, type Block } from './timeline-layout.ts';

/** Height of the drawing; its width is 100, as percent of the block. */
export const WAVE_HEIGHT = 100;
const FULL_SCALE = 255;

type PlayedPart = Pick<PlanScene, 'inFrame' | 'outFrame' | 'clip'>;
type HeardScene = Pick<PlanScene, 'muted' | 'gainDb' | 'fadeInSeconds' | 'fadeOutSeconds'>;

/** Loudness of what is played of a scene before its own volume, in LUFS; null where it is as good as silent. */
export function sceneLoudness(scene: PlayedPart, shape: SoundShape): number | null {
  return loudnessBetween(shape, secondsFromUs(inPointUs(scene)), secondsFromUs(outPointUs(scene)));
}

/**
 * Volume, leveling, and the scene's own fades at a moment of its clip, as a factor.
 * @param levelDb what leveling adds, in decibels
 */
export function heardGain(
  scene: HeardScene & { start: number; end: number },
  levelDb: number,
  seconds: number,
): number {
  const { muted, gainDb, fadeInSeconds, fadeOutSeconds, start, end } = scene;
  if (muted) return 0;
  const rise = fadeInSeconds === 0 ? 1 : (seconds - start) / fadeInSeconds;
  const fall = fadeOutSeconds === 0 ? 1 : (end - seconds) / fadeOutSeconds;
  return 10 ** ((gainDb + levelDb) / 20) * clamp(rise) * clamp(fall);
}

/** An SVG path, mirrored around its middle. */
export function wavePath(block: Block, scene: HeardScene & PlayedPart, shape: SoundShape, isLeveled: boolean): string {
  const start = secondsFromUs(inPointUs(scene));
  const end = secondsFromUs(outPointUs(scene));
  const levelDb = isLeveled ? levellingGainDb(sceneLoudness(scene, shape)) : 0;
  const half = WAVE_HEIGHT / 2;
  const points = shape.peaks.map((peak, index) => {
    const seconds = (index + 0.5) / PEAKS_PER_SECOND;
    const gain = heardGain({ ...scene, start, end }, levelDb, clampTo(seconds, start, end));
    // A line is left where there is hardly a sound.
    const height = Math.max(1, Math.min(1, (peak / FULL_SCALE) * gain) * half);
    return { x: leftInBlock(block, seconds).toFixed(2), height };
  });
  const upper = points.map(({ x, height }) => `${x} ${(half - height).toFixed(1)}`);
  const lower = points.toReversed().map(({ x, height }) => `${x} ${(half + height).toFixed(1)}`);
  return points.length === 0 ? '' : `M${[...upper, ...lower].join('L')}Z`;
}

function clamp(value: number): number {
  return clampTo(value, 0, 1);
}

function clampTo(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
