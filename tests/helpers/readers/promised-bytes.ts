/** What a movie's receipt promises of the bytes in the file, in a form that can be judged. */
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import type { Receipt } from '#media/worker/client.ts';
import type { CopiedRange } from './framemd5.ts';

/** Frames that must be those of a source, and sources whose trimmed bytes must not be in the file. */
export type PromisedBytes = {
  copied: CopiedRange[];
  /**
   * Packets of a source's picture, in stored order, from one to one past the last. `beside` are the movie's other sources:
   * what stands in them too, such as an encoder's name and settings, may be in the file.
   */
  absent: { source: string; from: number; to: number; beside: string[] }[];
};

/** A reordered picture or two may still be there around a cut; beyond these whole packets must be missing. */
const REORDERED_PACKETS = 4;

/** @param paths of the clips, in the plan's order; the plan's scene numbers must differ */
export function promisedBytes(
  plan: MoviePlan,
  { stretches }: Pick<Receipt, 'stretches'>,
  paths: readonly string[],
): PromisedBytes {
  const copied = stretches.flatMap(({ kind, sceneNumber, startFrame, frameCount }) => {
    const index = plan.scenes.findIndex((scene) => scene.sceneNumber === sceneNumber);
    const scene = plan.scenes[index];
    if (scene === undefined) throw new Error(`There is no scene ${sceneNumber}`);
    const sourceFrame = scene.inFrame + startFrame - scene.startFrame;
    return kind === 'copy' ? [{ movieFrame: startFrame, source: paths[index] ?? '', sourceFrame, frameCount }] : [];
  });
  const absent = plan.scenes.flatMap((scene, index) => {
    const behind = scene.outFrame + REORDERED_PACKETS;
    const cutAway = [
      { from: 0, to: scene.inFrame - REORDERED_PACKETS },
      { from: behind, to: Math.min(behind + REORDERED_PACKETS, scene.clip.frameCount) },
    ];
    return cutAway
      .filter(({ from, to }) => from < to && !isPlayed(plan, scene.clip.sha256, from, to + REORDERED_PACKETS))
      .map((range) => {
        const source = paths[index] ?? '';
        return { source, ...range, beside: paths.filter((path) => path !== source) };
      });
  });
  return { copied, absent };
}

/** Whether any scene plays some of these frames of a clip. */
function isPlayed({ scenes }: MoviePlan, sha256: string, from: number, to: number): boolean {
  return scenes.some((scene) => scene.clip.sha256 === sha256 && scene.inFrame < to && scene.outFrame > from);
}
