/** Ways to move along a movie, alike in both players. */
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { frameAtUs, frameTimeUs } from '#shared/movie/time.ts';
import { sceneStartUs } from './playhead.ts';

type Moved = {
  plan(): MoviePlan;
  /** Of the scene at the playhead. */
  index(): number;
  /** Where it stands, in microseconds. */
  timeUs(): number;
  pause(): void;
  moveTo(timeUs: number): void;
};

export function createMoves({ plan, index, timeUs, pause, moveTo }: Moved) {
  const seekToIndex = (wanted: number): void => {
    const { scenes } = plan();
    const scene = scenes[Math.min(Math.max(wanted, 0), scenes.length - 1)];
    if (scene) moveTo(sceneStartUs(plan(), scene));
  };
  return {
    previous: (): void => seekToIndex(index() - 1),
    next: (): void => seekToIndex(index() + 1),
    seek: (wantedUs: number): void => moveTo(wantedUs),
    seekScene(sceneId: string): void {
      const scene = plan().scenes.find((one) => one.sceneId === sceneId);
      if (scene) moveTo(sceneStartUs(plan(), scene));
    },
    step(frames: number): void {
      pause();
      moveTo(frameTimeUs(Math.max(0, frameAtUs(timeUs(), plan().fps) + frames), plan().fps));
    },
  };
}
