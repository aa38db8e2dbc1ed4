/** Finds the scenes whose sound would have to be decoded, and can't be by this host. */
import type { MoviePlan, PlanScene } from '../movie/movie-plan.ts';
import type { AudioPlan } from './plan-types.ts';

/**
 * Positions among the plan's scenes. Clips whose sound is copied or not heard are not asked, and each of the others once.
 * @param canDecode whether the host decodes the sound of the clip at a position
 */
export async function undecodableSound(
  { scenes }: Pick<MoviePlan, 'scenes'>,
  audio: AudioPlan | null,
  canDecode: (index: number) => Promise<boolean>,
): Promise<ReadonlySet<number>> {
  const found = new Set<number>();
  const answers = new Map<string, boolean>();
  for (const index of decodedScenes(scenes, audio)) {
    const scene = scenes[index];
    if (scene === undefined || scene.muted) continue;
    const { sha256 } = scene.clip;
    const answer = answers.get(sha256) ?? (await canDecode(index));
    answers.set(sha256, answer);
    if (!answer) found.add(index);
  }
  return found;
}

/** Scenes of which sound is encoded; in a transition that of the next one is mixed in. */
function decodedScenes(scenes: readonly PlanScene[], audio: AudioPlan | null): ReadonlySet<number> {
  const encoded = audio?.stretches.filter(({ kind }) => kind === 'encode') ?? [];
  const mixed = scenes.flatMap(({ transition }, index) => (transition === null ? [] : [index, index + 1]));
  return new Set([...encoded.map(({ scene }) => scene), ...(encoded.length > 0 ? mixed : [])]);
}
