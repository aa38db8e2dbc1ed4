/** The landing page draws the sample's movie before anything of it is loaded: what it says of it must be true. */
import { expect, it } from 'vitest';
import { demoMovie, storyScenes } from '#features/landing/pictures.ts';
import { samplePlan } from '#features/landing/sample-player.ts';
import { planDurationUs } from '#shared/movie/movie-plan.ts';
import { frameTimeUs, US_PER_SECOND } from '#shared/movie/time.ts';

const plan = samplePlan();
const startOf = (index: number): number | undefined => {
  const scene = plan.scenes[index];
  return scene && frameTimeUs(scene.startFrame, plan.fps) / US_PER_SECOND;
};
const seconds = planDurationUs(plan) / US_PER_SECOND;

it('the movie has the scenes, titles, and times of the sample', () => {
  expect(demoMovie).toMatchObject({ title: plan.title, seconds });
  expect(storyScenes.map(({ title, fromSeconds, toSeconds }) => ({ title, fromSeconds, toSeconds }))).toEqual(
    plan.scenes.map(({ title }, index) => ({
      title,
      fromSeconds: startOf(index),
      toSeconds: startOf(index + 1) ?? seconds,
    })),
  );
});

it('its texts are those of the sample, and the poster shows the first', () => {
  const texts = plan.scenes.flatMap(({ overlays }, index) =>
    overlays.map(({ text, startUs, endUs }) => ({
      words: text,
      from: (startOf(index) ?? 0) + startUs / US_PER_SECOND,
      to: (startOf(index) ?? 0) + endUs / US_PER_SECOND,
    })),
  );
  expect(demoMovie.texts).toEqual(texts);
  expect(demoMovie.posterSeconds).toBeGreaterThanOrEqual(demoMovie.texts[0].from);
  expect(demoMovie.posterSeconds).toBeLessThan(demoMovie.texts[0].to);
});
