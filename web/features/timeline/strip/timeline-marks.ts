/** What the ruler and the text lane show. Lefts and widths are percent of the lane. Pure. */
import { inPointUs, outPointUs } from '#player/playhead.ts';
import { planDurationUs, type MoviePlan } from '#shared/movie/movie-plan.ts';
import { secondsFromUs, US_PER_SECOND } from '#shared/movie/time.ts';
import { formatDuration } from '#shared/words/format.ts';
import { leftAtTime, leftInBlock, type TimelineLayout } from './timeline-layout.ts';
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
const STEPS_SECONDS = [1, 2, 5, 10, 15, 30, 60, 120];
const LEAST_MARK_PX = 64;

/** Played time, from the movie's start: where something is cut away there is no mark. @param lanePx the lane's width */
export function rulerMarks(layout: TimelineLayout, plan: MoviePlan, lanePx: number): RulerMark[] {
  const pxPerSecond = lanePx / Math.max(1, layout.seconds);
  const step = STEPS_SECONDS.find((seconds) => seconds * pxPerSecond >= LEAST_MARK_PX) ?? STEPS_SECONDS.at(-1) ?? 1;
  const count = Math.ceil(secondsFromUs(planDurationUs(plan)) / step);
  return Array.from({ length: count }, (_, index) => ({
    left: leftAtTime(layout, plan, index * step * US_PER_SECOND),
    label: formatDuration(index * step),
  }));
}

/** The overlays where they are seen: what a trim hides is not there. */
export function textChips(layout: TimelineLayout, plan: MoviePlan, rows: readonly TimelineRow[]): TextChip[] {
  return layout.blocks.flatMap((block) => {
    const scene = plan.scenes.find(({ sceneId }) => sceneId === block.sceneId);
    const overlays = rows.find(({ id }) => id === block.sceneId)?.textOverlays ?? [];
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
