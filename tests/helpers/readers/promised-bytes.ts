/** What a movie's receipt promises of the bytes in the file, in a form that can be judged. */
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import type { Receipt } from '#media/worker/client.ts';
import type { CopiedRange } from './framemd5.ts';

/** Frames that must be those of a source, and sources whose trimmed bytes must not be in the file. */
export type PromisedBytes = {
  copied: CopiedRange[];
  /** Packets of a source's picture, in stored order, from one to one past the last. */
  absent: { source: string; from: number; to: number }[];
};

/** Behind an out point a reordered picture or two may still be there; behind these whole packets must be missing. */
const REORDERED_PACKETS = 4;

/** @param paths of the clips, in the plan's order; the plan's scene numbers must differ */
export function promisedBytes(plan: MoviePlan, { stretches }: Receipt, paths: readonly string[]): PromisedBytes {
  const copied = stretches.flatMap(({ kind, sceneNumber, startFrame, frameCount }) => {
    const index = plan.scenes.findIndex((scene) => scene.sceneNumber === sceneNumber);
    const scene = plan.scenes[index];
    if (scene === undefined) throw new Error(`There is no scene ${sceneNumber}`);
    const sourceFrame = scene.inFrame + startFrame - scene.startFrame;
    return kind === 'copy' ? [{ movieFrame: startFrame, source: paths[index] ?? '', sourceFrame, frameCount }] : [];
  });
  const absent = plan.scenes.flatMap((scene, index) => {
    const from = scene.outFrame + REORDERED_PACKETS;
    const to = from + REORDERED_PACKETS;
    return to < scene.clip.frameCount ? [{ source: paths[index] ?? '', from, to }] : [];
  });
  return { copied, absent };
}
