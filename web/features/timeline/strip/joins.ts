/** Where scenes go over into the next one, as the strip shows them. Lefts and widths are percent of the lane. Pure. */
import { inPointUs, outPointUs } from '#player/playhead.ts';
import type { Transition } from '#shared/entities/scene.ts';
import { limits } from '#shared/limits.ts';
import type { MoviePlan, PlanScene } from '#shared/movie/movie-plan.ts';
import { fpsNumber, secondsFromUs } from '#shared/movie/time.ts';
import { clipSecondsAt, leftInBlock, type Block, type TimelineLayout } from './timeline-layout.ts';

/** A stretch of one scene that the join takes part in. */
export type JoinBand = { left: number; width: number };

export type StripJoin = {
  /** The scene before it, whose transition it is. */
  sceneId: string;
  numbers: { number: number; next: number };
  transition: Transition | null;
  /** Between the two scenes. */
  left: number;
  /** Of the narrower one of the two scenes. */
  leastWidth: number;
  /** What it takes from the end of one scene and from the start of the other; null for a cut. */
  bands: { before: JoinBand; after: JoinBand } | null;
};

export function stripJoins(layout: TimelineLayout, plan: MoviePlan): StripJoin[] {
  const blocks = new Map(layout.blocks.map((block) => [block.sceneId, block]));
  return plan.scenes.slice(0, -1).flatMap((scene, index): StripJoin[] => {
    const next = plan.scenes[index + 1];
    const block = blocks.get(scene.sceneId);
    const nextBlock = next && blocks.get(next.sceneId);
    if (!next || !block || !nextBlock) return [];
    const seconds = takenSeconds(plan, scene, next);
    const [end, start] = [secondsFromUs(outPointUs(scene)), secondsFromUs(inPointUs(next))];
    return [
      {
        sceneId: scene.sceneId,
        numbers: { number: scene.sceneNumber, next: next.sceneNumber },
        transition: scene.transition,
        left: block.left + block.width,
        leastWidth: Math.min(block.width, nextBlock.width),
        bands:
          seconds === 0
            ? null
            : { before: bandOf(block, end - seconds, end), after: bandOf(nextBlock, start, start + seconds) },
      },
    ];
  });
}

/** What a join takes of each of its scenes: of a crossfade all of its length, of a fade through black half of it. */
export function takenSeconds({ fps }: MoviePlan, scene: PlanScene, next: PlanScene): number {
  const { transition } = scene;
  if (transition === null) return 0;
  if (transition.kind === 'fade-black') return transition.seconds / 2;
  return (scene.startFrame + scene.frameCount - next.startFrame) / fpsNumber(fps);
}

/**
 * The length that a transition gets whose band is dragged to a place of the lane.
 * @param left percent of the lane
 */
export function draggedSeconds(scene: PlanScene, block: Block, kind: Transition['kind'], left: number): number {
  const taken = secondsFromUs(outPointUs(scene)) - clipSecondsAt(block, ((left - block.left) / block.width) * 100);
  const seconds = Math.round((kind === 'fade-black' ? taken * 2 : taken) * 10) / 10;
  return Math.min(Math.max(seconds, limits.transitionMinSeconds), limits.transitionMaxSeconds);
}

function bandOf(block: Block, from: number, to: number): JoinBand {
  const left = leftInBlock(block, from);
  return {
    left: block.left + (left * block.width) / 100,
    width: ((leftInBlock(block, to) - left) * block.width) / 100,
  };
}
