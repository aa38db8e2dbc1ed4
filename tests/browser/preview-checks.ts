/** What the preview shows, looked at frame by frame. */
import { expect } from 'vitest';
import { sceneAtFrame } from '#shared/movie/movie-plan.ts';
import { frameTimeUs } from '#shared/movie/time.ts';
import { sameValue } from '#shared/rules/same-value.ts';
import { shownMarker, shownPicture } from '#tests/helpers/playback/player-stage.ts';
import { pixelsOf } from '#tests/helpers/playback/pixels.ts';
import { randomFrom } from '#tests/helpers/seeded-random.ts';
import { exportPictures, ssim, type Project } from './preview-parity.ts';
import type { Opened } from './stage.ts';

/** The screen gets what was drawn a moment after it was. */
const MOST_LOOKS = 20;
const ALIKE = 0.99;

/** Resolves when a frame has been drawn. */
export async function drawn(shown: readonly number[], frame: number): Promise<void> {
  await expect.poll(() => shown.at(-1), { timeout: 20_000, interval: 5 }).toBe(frame);
}

/** The scene and the frame that stand in the picture: the wanted ones as soon as they are there. */
export async function markerAt(stage: HTMLElement, wanted: { scene: number; frame: number }) {
  const isThere = (): boolean => sameValue({ ...shownMarker(stage) }, wanted);
  for (let look = 0; look < MOST_LOOKS && !isThere(); look += 1) await new Promise(requestAnimationFrame);
  return shownMarker(stage);
}

/** Seeks far away, and next to where it stands; answers what wasn't the frame that was asked for. */
export async function wrongSeeks({ it, plan, shown }: Opened, stage: HTMLElement, seeks: number, seed: number) {
  const random = randomFrom(seed);
  const wrong: unknown[] = [];
  let frame = 0;
  for (let seek = 0; seek < seeks; seek += 1) {
    const near = Math.max(0, frame + Math.round(random() * 6 - 3));
    frame = Math.min(random() < 0.6 ? Math.floor(random() * plan.frameCount) : near, plan.frameCount - 1);
    it.seek(frameTimeUs(frame, plan.fps));
    await drawn(shown, frame);
    const at = sceneAtFrame(plan, frame);
    const wanted = { scene: at?.scene.sceneNumber ?? -1, frame: at?.clipFrame ?? -1 };
    const marker = await markerAt(stage, wanted);
    if (!sameValue({ ...marker }, wanted)) wrong.push({ frame, wanted, marker, problem: it.getState().problem });
  }
  return wrong;
}

/** Frames of a project whose picture in the preview is not the one that the export hands to its encoder. */
export async function unlikePictures(opened: Opened, stage: HTMLElement, project: Project, seed: number) {
  const { plan } = project;
  const random = randomFrom(seed);
  const joins = plan.scenes.map(({ startFrame }) => startFrame + 3);
  const frames = [...joins, ...Array.from({ length: 6 }, () => Math.floor(random() * plan.frameCount))];
  return (await unlikePicturesAt(opened, stage, project, frames)).map((unlike) => ({ seed, ...unlike }));
}

/** Which of these frames of a project look unlike the export's. */
export async function unlikePicturesAt(
  { it, shown }: Pick<Opened, 'it' | 'shown'>,
  stage: HTMLElement,
  project: Project,
  frames: readonly number[],
) {
  const { plan } = project;
  const wanted = await exportPictures(project, frames);
  const unlike: { frame: number; likeness: number }[] = [];
  for (const frame of frames) {
    it.seek(frameTimeUs(frame, plan.fps));
    await drawn(shown, frame);
    const likeness = await likenessOf(stage, wanted.get(frame) ?? new Uint8ClampedArray(), plan);
    if (likeness < ALIKE) unlike.push({ frame, likeness });
  }
  return unlike;
}

async function likenessOf(
  stage: HTMLElement,
  wanted: Uint8ClampedArray,
  { width, height }: { width: number; height: number },
): Promise<number> {
  let best = 0;
  for (let look = 0; look < MOST_LOOKS && best < ALIKE; look += 1) {
    await new Promise(requestAnimationFrame);
    const picture = shownPicture(stage);
    if (picture === null) continue;
    best = Math.max(best, ssim(pixelsOf(picture, width, height), wanted, width, height));
  }
  return best;
}

/** The value in the middle, by size. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
