/**
 * Where things stand on the timeline, as percent of the lane's width. The lane is laid out in clip time: what a trim cuts
 * away keeps its place, and nothing moves while somebody trims. Pure.
 */
import { inPointUs, outPointUs, placeAt, sceneStartUs } from '#player/playhead.ts';
import type { SceneStatus } from '#shared/entities/scene.ts';
import { planDurationUs, type MoviePlan, type PlanScene } from '#shared/movie/movie-plan.ts';
import { fpsNumber, secondsFromUs, usFromSeconds } from '#shared/movie/time.ts';
import { sceneWithSegmentsStatus } from '#shared/rules/project-status.ts';
import { extensionsOf, firstSegmentSeconds } from '#shared/rules/segments.ts';
import type { TimelineRow } from './timeline-row.ts';

/** A scene is never narrower than this part of the window at Fit, however short it is. */
const GROUP_MIN_PERCENT = 10;
/** A segment is never narrower than this part of its scene. */
const SEGMENT_MIN_PERCENT = 20;

export type Segment = {
  startSeconds: number;
  endSeconds: number;
  /** Percent of the scene's block. */
  left: number;
  width: number;
};

export type Block = {
  sceneId: string;
  sceneNumber: number;
  title: string;
  status: SceneStatus;
  poster: string | null;
  /** Percent of the lane. */
  left: number;
  width: number;
  /** Seconds of the whole clip, or the asked length where there is none. */
  seconds: number;
  /** The clip's first part, and one for each extension. */
  segments: Segment[];
  /** Null for a scene that has no clip. */
  planned: PlanScene | null;
};

export type TimelineLayout = {
  blocks: Block[];
  /** The same by their scenes. */
  byScene: ReadonlyMap<string, Block>;
  /** Seconds of all blocks. */
  seconds: number;
  /** Width of the lane at Fit, as percent of the window's: above 100 where short scenes need their least width. */
  fitPercent: number;
};

/** Every scene of the movie in its place, those without a clip too. */
export function timelineLayout(plan: MoviePlan, rows: readonly TimelineRow[]): TimelineLayout {
  const planned = new Map(plan.scenes.map((scene) => [scene.sceneId, scene]));
  const scenes = rows.filter((row) => !row.isExtension).toSorted((a, b) => a.sceneNumber - b.sceneNumber);
  const extensions = rows.filter((row) => row.isExtension);
  const lengths = scenes.map((row) => blockSeconds(row, extensions, planned.get(row.id) ?? null));
  const seconds = lengths.reduce((sum, length) => sum + length, 0);
  const widths = lengths.map((length) => Math.max(GROUP_MIN_PERCENT, (length / seconds) * 100));
  const fitPercent = widths.reduce((sum, width) => sum + width, 0);
  let left = 0;
  const blocks = scenes.map((row, index): Block => {
    const scene = planned.get(row.id) ?? null;
    const width = ((widths[index] ?? 0) / fitPercent) * 100;
    const block: Block = {
      sceneId: row.id,
      sceneNumber: row.sceneNumber,
      title: row.title,
      status: sceneWithSegmentsStatus(row, extensions),
      poster: row.thumbnailUrl,
      left,
      width,
      seconds: lengths[index] ?? 0,
      segments: segmentsOf(row, extensions, lengths[index] ?? 0),
      planned: scene,
    };
    left += width;
    return block;
  });
  const byScene = new Map(blocks.map((block) => [block.sceneId, block]));
  return { blocks, byScene, seconds, fitPercent };
}

/** Where a moment of a scene's clip stands in its block, as percent of the block. */
export function leftInBlock(block: Block, clipSeconds: number): number {
  const inside = Math.min(Math.max(clipSeconds, 0), block.seconds);
  const segment = block.segments.findLast(({ startSeconds }) => startSeconds <= inside) ?? block.segments[0];
  if (!segment) return 0;
  const part = (inside - segment.startSeconds) / (segment.endSeconds - segment.startSeconds);
  return segment.left + part * segment.width;
}

/** The moment of a scene's clip at a place of its block (percent of the block), in seconds. */
export function clipSecondsAt(block: Block, left: number): number {
  const inside = Math.min(Math.max(left, 0), 100);
  const segment = block.segments.findLast((one) => one.left <= inside) ?? block.segments[0];
  if (!segment) return 0;
  const part = (inside - segment.left) / segment.width;
  return segment.startSeconds + part * (segment.endSeconds - segment.startSeconds);
}

/** Where a moment of the movie stands, as percent of the lane; between frames too, so that the playhead glides. */
export function leftAtTime(layout: TimelineLayout, plan: MoviePlan, timeUs: number): number {
  const place = placeAt(plan, timeUs);
  const block = place && layout.byScene.get(place.scene.sceneId);
  if (!place || !block) return 0;
  const playedUs = Math.max(0, timeUs - sceneStartUs(plan, place.scene));
  const clipUs = Math.min(inPointUs(place.scene) + playedUs, outPointUs(place.scene));
  return block.left + (leftInBlock(block, secondsFromUs(clipUs)) * block.width) / 100;
}

/**
 * The movie's time at a place of the lane. Where nothing is played (a cut-away part, a scene without a clip) it is the
 * nearest moment that is.
 */
export function timeAtLeft(layout: TimelineLayout, plan: MoviePlan, left: number): number {
  const block = layout.blocks.findLast((one) => one.left <= left) ?? layout.blocks[0];
  if (!block) return 0;
  if (!block.planned) return startOfNext(plan, block.sceneNumber);
  const scene = plan.scenes.find(({ sceneId }) => sceneId === block.sceneId);
  if (!scene) return startOfNext(plan, block.sceneNumber);
  const clipUs = usFromSeconds(clipSecondsAt(block, ((left - block.left) / block.width) * 100));
  const lastFrameUs = outPointUs(scene) - 1_000_000 / fpsNumber(scene.clip.fps);
  return sceneStartUs(plan, scene) + Math.min(Math.max(clipUs, inPointUs(scene)), lastFrameUs) - inPointUs(scene);
}

function startOfNext(plan: MoviePlan, sceneNumber: number): number {
  const next = plan.scenes.find((scene) => scene.sceneNumber > sceneNumber);
  return next ? sceneStartUs(plan, next) : planDurationUs(plan);
}

/** The whole clip's length; while extensions are still to be made, what they will add counts too. */
function blockSeconds(row: TimelineRow, extensions: readonly TimelineRow[], planned: PlanScene | null): number {
  const asked = askedSeconds(row, extensions).reduce((sum, length) => sum + length, 0);
  if (!planned) return asked;
  const clipSeconds = planned.clip.frameCount / fpsNumber(planned.clip.fps);
  const isWhole = extensionsOf(row.id, extensions).every(({ status }) => status === 'complete');
  return isWhole ? clipSeconds : Math.max(clipSeconds, asked);
}

/** The parts of a scene, scaled to the length that its block has. */
function segmentsOf(scene: TimelineRow, extensions: readonly TimelineRow[], seconds: number): Segment[] {
  const asked = askedSeconds(scene, extensions);
  const total = asked.reduce((sum, length) => sum + length, 0);
  const widths = sharesOfAtLeast(asked, SEGMENT_MIN_PERCENT);
  let [left, at] = [0, 0];
  return asked.map((length, index) => {
    const [width, endSeconds] = [widths[index] ?? 0, at + (length / total) * seconds];
    const segment = { startSeconds: at, endSeconds, left, width };
    [left, at] = [left + width, endSeconds];
    return segment;
  });
}

function askedSeconds(scene: TimelineRow, extensions: readonly TimelineRow[]): number[] {
  return [firstSegmentSeconds(scene, extensions), ...extensionsOf(scene.id, extensions).map((row) => row.duration)];
}

/** Percent shares of lengths, none below a least one: the larger give what the smaller lack. */
function sharesOfAtLeast(lengths: readonly number[], least: number): number[] {
  if (lengths.length * least >= 100) return lengths.map(() => 100 / lengths.length);
  const raised = new Set<number>();
  for (;;) {
    const free = lengths.reduce((sum, length, index) => sum + (raised.has(index) ? 0 : length), 0);
    const room = 100 - raised.size * least;
    const shares = lengths.map((length, index) => (raised.has(index) ? least : (length / free) * room));
    const short = shares.findIndex((share) => share < least);
    if (short < 0) return shares;
    raised.add(short);
  }
}
