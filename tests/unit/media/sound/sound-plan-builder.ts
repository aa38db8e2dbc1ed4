/** Plans of movies, and made-up sounds, for tests of their sound. */
import type { MoviePlan, PlanScene } from '#shared/movie/movie-plan.ts';
import { planClip } from '#tests/helpers/rows.ts';
import type { createSoundRenderer } from '#shared/sound/render.ts';
import type { SoundBlock } from '#shared/sound/sound-stream.ts';
import { overlapFrames } from '#shared/rules/overlap.ts';

/** A whole clip of 8 s at 24 frames per second, unless told otherwise. */
export function scene(part: Partial<Omit<PlanScene, 'clip'>> & { clip?: Partial<PlanScene['clip']> } = {}): PlanScene {
  const clip = planClip('clip', part.clip);
  const inFrame = part.inFrame ?? 0;
  const outFrame = part.outFrame ?? clip.frameCount;
  return {
    ...{ sceneId: 's', sceneNumber: 1, title: 'Scene', startFrame: 0, overlays: [], transition: null },
    ...{ gainDb: 0, muted: false, fadeInSeconds: 0, fadeOutSeconds: 0 },
    ...part,
    ...{ inFrame, outFrame, frameCount: outFrame - inFrame, clip },
  };
}

/** Scenes one after the other; a crossfade lets the next one begin earlier by its length. */
export function movie(scenes: readonly PlanScene[], part: Partial<MoviePlan> = {}): MoviePlan {
  const fps = part.fps ?? { num: 24, den: 1 };
  let startFrame = 0;
  let end = 0;
  const placed = scenes.map((row, index) => {
    const at = { ...row, startFrame, sceneId: `s${index}`, sceneNumber: index + 1 };
    end = startFrame + row.frameCount;
    startFrame = end - overlapFrames(row.transition, row.frameCount, scenes[index + 1]?.frameCount ?? 0, fps);
    return at;
  });
  return {
    ...{ projectId: 'p', title: 'Movie', author: null, width: 1280, height: 720 },
    ...{ audio: [], levelling: false, missingSceneNumbers: [] },
    ...part,
    ...{ fps, frameCount: end, scenes: placed },
  };
}

/** A made-up sound of one channel, second by second: each sample by its number. */
export async function* madeUpSound(
  seconds: number,
  sampleRate: number,
  value: (sample: number) => number,
): AsyncGenerator<SoundBlock, void> {
  for (let second = 0; second < seconds; second += 1) {
    const position = second * sampleRate;
    const plane = Float32Array.from({ length: sampleRate }, (_, n) => value(position + n));
    yield await Promise.resolve({ sampleRate, position, planes: [plane] });
  }
}

/** The first channel of what is rendered from one sample to another. */
export async function rendered(
  renderer: ReturnType<typeof createSoundRenderer>,
  from: number,
  to: number,
): Promise<Float32Array> {
  const all = new Float32Array(to - from);
  let at = 0;
  for await (const [block = new Float32Array()] of renderer.render(from, to)) {
    all.set(block, at);
    at += block.length;
  }
  return all;
}
