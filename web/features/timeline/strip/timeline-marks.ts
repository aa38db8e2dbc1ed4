/** What the ruler and the text lane show. Lefts and widths are percent of the lane. Pure. */
import { inPointUs, outPointUs } from '#player/playhead.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { fpsNumber, frameTimeUs, secondsFromUs, US_PER_SECOND, usFromSeconds, type Fps } from '#shared/movie/time.ts';
import { formatDuration } from '#shared/words/format.ts';
import { timecode } from '../transport/timecode.ts';
import type { LaneSpan } from './lane-pixels.ts';
import { clipSecondsAt, leftAtTime, leftInBlock, timeAtLeft, type TimelineLayout } from './timeline-layout.ts';
import type { TimelineRow } from './timeline-row.ts';

export type RulerMark = { left: number; label: string };
export type TextChip = {
  sceneId: string;
  sceneNumber: number;
  /** Its place among the scene's overlays. */
  index: number;
  /** Missing for a text that is still to be added. */
  id: string | undefined;
  text: string;
  /** Seconds of the clip between which it is seen. */
  startSeconds: number;
  endSeconds: number;
  left: number;
  width: number;
};

/** Seconds between two marks of the ruler, the first that leaves room for the labels. */
const STEPS_SECONDS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600];
const LEAST_MARK_PX = 64;
/** Labels with frames are wider. */
const LEAST_FRAME_MARK_PX = 84;

type Drawn = { lanePx: number; span: LaneSpan };
/** What is counted, and the times between which it is drawn. */
type Scale = { frames: number; fps: Fps; leftAt(timeUs: number): number; from: number; to: number };

/** Played time, from the movie's start: where something is cut away there is no mark. */
export function rulerMarks(layout: TimelineLayout, plan: MoviePlan, drawn: Drawn): RulerMark[] {
  return marksOn(pxPerSecond(layout, drawn), {
    frames: plan.frameCount,
    fps: plan.fps,
    leftAt: (timeUs) => leftAtTime(layout, plan, timeUs),
    from: timeAtLeft(layout, plan, drawn.span.from),
    to: timeAtLeft(layout, plan, drawn.span.to),
  });
}

/** Time of one scene's clip, from its first frame: what is counted while it is trimmed. */
export function clipMarks(layout: TimelineLayout, sceneId: string, drawn: Drawn): RulerMark[] {
  const block = layout.blocks.find((one) => one.sceneId === sceneId);
  if (!block?.planned) return [];
  const timeAt = (left: number): number =>
    usFromSeconds(clipSecondsAt(block, ((left - block.left) / block.width) * 100));
  return marksOn(pxPerSecond(layout, drawn), {
    frames: block.planned.clip.frameCount,
    fps: block.planned.clip.fps,
    leftAt: (timeUs) => block.left + (leftInBlock(block, secondsFromUs(timeUs)) * block.width) / 100,
    from: timeAt(drawn.span.from),
    to: timeAt(drawn.span.to),
  });
}

function pxPerSecond({ seconds }: TimelineLayout, { lanePx }: Drawn): number {
  return lanePx / Math.max(1, seconds);
}

/** Marks of whole seconds, or of frames where there is room for some within a second. */
function marksOn(px: number, { frames, fps, leftAt, from, to }: Scale): RulerMark[] {
  const perSecond = Math.round(fpsNumber(fps));
  const parts = Array.from({ length: Math.floor(perSecond / 2) }, (_, index) => index + 1);
  const step = parts.find((count) => perSecond % count === 0 && (count / perSecond) * px >= LEAST_FRAME_MARK_PX);
  const seconds = STEPS_SECONDS.find((length) => length * px >= LEAST_MARK_PX) ?? STEPS_SECONDS.at(-1) ?? 1;
  const timeOf = (index: number): number =>
    step === undefined ? index * seconds * US_PER_SECOND : frameTimeUs(index * step, fps);
  const stepUs = timeOf(1);
  const first = Math.max(0, Math.floor(from / stepUs));
  const end = Math.min(Math.ceil(frameTimeUs(frames, fps) / stepUs), Math.ceil(to / stepUs) + 1);
  return Array.from({ length: Math.max(0, end - first) }, (_, at) => ({
    left: leftAt(timeOf(first + at)),
    label: step === undefined ? formatDuration((first + at) * seconds) : timecode(timeOf(first + at), fps),
  }));
}

/** The overlays where they are seen: what a trim hides is not there. */
export function textChips(layout: TimelineLayout, plan: MoviePlan, rows: readonly TimelineRow[]): TextChip[] {
  const scenes = new Map(plan.scenes.map((scene) => [scene.sceneId, scene]));
  const texts = new Map(rows.map(({ id, textOverlays }) => [id, textOverlays]));
  return layout.blocks.flatMap((block) => {
    const scene = scenes.get(block.sceneId);
    const overlays = texts.get(block.sceneId) ?? [];
    if (!scene) return [];
    return overlays.flatMap(({ id, text, startTime, endTime }, index): TextChip[] => {
      const startSeconds = Math.max(startTime, secondsFromUs(inPointUs(scene)));
      const endSeconds = Math.min(endTime, secondsFromUs(outPointUs(scene)));
      if (startSeconds >= endSeconds) return [];
      const left = leftInBlock(block, startSeconds);
      const width = leftInBlock(block, endSeconds) - left;
      const { sceneId, sceneNumber } = block;
      return [
        {
          ...{ sceneId, sceneNumber, index, id, text, startSeconds, endSeconds },
          left: block.left + (left * block.width) / 100,
          width: (width * block.width) / 100,
        },
      ];
    });
  });
}
