/** Where things stand on the timeline, as percent of its width. Pure. */
import { planDurationUs, type MoviePlan } from '#shared/movie/movie-plan.ts';
import { frameTimeUs, secondsFromUs } from '#shared/movie/time.ts';
import { formatDuration } from '#shared/rules/duration-text.ts';

export type StripItem = {
  sceneId: string;
  sceneNumber: number;
  title: string;
  length: string;
  left: number;
  width: number;
};
export type RulerMark = { left: number; label: string };
export type TextChip = { key: string; text: string; left: number; width: number };

const SECONDS_BETWEEN_MARKS = 5;

export function stripItems(plan: MoviePlan): StripItem[] {
  return plan.scenes.map((scene) => ({
    sceneId: scene.sceneId,
    sceneNumber: scene.sceneNumber,
    title: scene.title,
    length: formatDuration(secondsFromUs(frameTimeUs(scene.frameCount, plan.fps))),
    left: percent(scene.startFrame, plan.frameCount),
    width: percent(scene.frameCount, plan.frameCount),
  }));
}

export function rulerMarks(plan: MoviePlan): RulerMark[] {
  const total = secondsFromUs(planDurationUs(plan));
  const count = Math.ceil(total / SECONDS_BETWEEN_MARKS);
  return Array.from({ length: count }, (_, index) => ({
    left: percent(index * SECONDS_BETWEEN_MARKS, total),
    label: formatDuration(index * SECONDS_BETWEEN_MARKS),
  }));
}

/** The overlays where they are seen: what a trim hides is not there. */
export function textChips(plan: MoviePlan): TextChip[] {
  return plan.scenes.flatMap((scene) => {
    const inUs = frameTimeUs(scene.inFrame, scene.clip.fps);
    const outUs = frameTimeUs(scene.outFrame, scene.clip.fps);
    const sceneStartUs = frameTimeUs(scene.startFrame, plan.fps);
    return scene.overlays.flatMap((overlay, index) => {
      const [startUs, endUs] = [Math.max(overlay.startUs, inUs), Math.min(overlay.endUs, outUs)];
      if (startUs >= endUs) return [];
      const totalUs = planDurationUs(plan);
      return [
        {
          key: `${scene.sceneId}-${index}`,
          text: overlay.text,
          left: percent(sceneStartUs + startUs - inUs, totalUs),
          width: percent(endUs - startUs, totalUs),
        },
      ];
    });
  });
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : (part / whole) * 100;
}
