/** Ways to move along a movie, alike in both players. */
import { planDurationUs, type MoviePlan } from '#shared/movie/movie-plan.ts';
import { frameAtUs, frameTimeUs } from '#shared/movie/time.ts';
import { sceneStartUs } from './playhead.ts';
import { createShuttle } from './shuttle.ts';

type Moved = {
  plan(): MoviePlan;
  /** Of the scene at the playhead. */
  index(): number;
  /** Where it stands, in microseconds. */
  timeUs(): number;
  isPlaying(): boolean;
  play(): void;
  pause(): void;
  moveTo(timeUs: number): void;
  /** The rate is another. */
  onRate(): void;
};

export function createMoves({ plan, index, timeUs, isPlaying, play, pause, moveTo, onRate }: Moved) {
  const durationUs = (): number => planDurationUs(plan());
  const shuttle = createShuttle({ now: timeUs, durationUs, isPlaying, play, pause, pass: moveTo, onChange: onRate });
  const goTo = (wantedUs: number): void => {
    shuttle.stop();
    moveTo(wantedUs);
  };
  const seekToIndex = (wanted: number): void => {
    const { scenes } = plan();
    const scene = scenes[Math.min(Math.max(wanted, 0), scenes.length - 1)];
    if (scene) goTo(sceneStartUs(plan(), scene));
  };
  return {
    shuttle: shuttle.press,
    /** See `PlayerState`. */
    rate: shuttle.rate,
    stopShuttle: shuttle.stop,
    toggle: (): void => (isPlaying() || shuttle.rate() !== 1 ? pause() : play()),
    previous: (): void => seekToIndex(index() - 1),
    next: (): void => seekToIndex(index() + 1),
    seek: (wantedUs: number): void => goTo(wantedUs),
    seekScene(sceneId: string): void {
      const scene = plan().scenes.find((one) => one.sceneId === sceneId);
      if (scene) goTo(sceneStartUs(plan(), scene));
    },
    step(frames: number): void {
      pause();
      goTo(frameTimeUs(Math.max(0, frameAtUs(timeUs(), plan().fps) + frames), plan().fps));
    },
  };
}
