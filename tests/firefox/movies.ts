/** What tests of movies in Firefox do again and again. */
import { expect } from 'vitest';
import type { Receipt } from '#media/worker/client.ts';
import type { PlanOverlay } from '#shared/movie/movie-plan.ts';
import type { FirefoxHarness, FirefoxMovie } from './harness.ts';
import { framesAroundJoins, wrongPictures, type MovieSpec, type SceneSpec } from './movie-spec.ts';

export function scene(sceneNumber: number, rest: Omit<SceneSpec, 'clip'> = {}): SceneSpec {
  return { clip: { seconds: 4, size: '360p', sceneNumber }, ...rest };
}

/** Text below the marker of the pictures. */
export function caption(startUs: number, endUs: number): PlanOverlay {
  return { text: 'The river', fontSize: 48, color: '#FFFFFF', position: 'bottom', startUs, endUs };
}

export function kinds({ stretches }: Receipt): string[] {
  return stretches.map(({ kind, frameCount, reasons }) => [kind, frameCount, ...reasons].join(' '));
}

/** Plays and seeks the finished file in Firefox; one sentence for every picture that is not the planned one. */
export async function playbackProblems(
  firefox: FirefoxHarness,
  spec: MovieSpec,
  movie: FirefoxMovie,
): Promise<string[]> {
  const { plan } = movie;
  const sought = await firefox.seekAndRead(movie, framesAroundJoins(plan.scenes, plan));
  const played = await firefox.playThrough(movie);
  const endSeconds = (plan.frameCount * plan.fps.den) / plan.fps.num;
  const problems = [...wrongPictures(spec, plan, sought), ...wrongPictures(spec, plan, played.shown)];
  if (played.shown.length < plan.frameCount / 4) problems.push(`only ${played.shown.length} pictures were put up`);
  if (Math.abs(played.endedAtSeconds - endSeconds) > 0.05) problems.push(`it ended at ${played.endedAtSeconds} s`);
  return problems;
}

/** Every problem that other readers find in the file, and every wrong picture that Firefox shows around a join of stretches. */
export async function problemsOf(firefox: FirefoxHarness, spec: MovieSpec, movie: FirefoxMovie): Promise<string[]> {
  const { plan, result } = movie;
  const { problems, mediainfo } = await firefox.judge(spec, movie);
  expect(mediainfo.video).toMatchObject({ FrameRate_Mode: 'CFR', FrameCount: plan.frameCount });
  const sought = await firefox.seekAndRead(movie, framesAroundJoins(result.receipt.stretches, plan));
  return [...problems, ...wrongPictures(spec, plan, sought)];
}
