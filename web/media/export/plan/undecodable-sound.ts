/** Finds the scenes whose sound would have to be decoded, and can't be by this browser. */
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import type { OpenClip } from '#media/probe/open-clip.ts';
import { canDecodeSound } from '#media/sound/sound-decoding.ts';
import type { AudioPlan } from '#shared/export-plan/plan-types.ts';

/** Positions among the plan's scenes. Clips whose sound is copied or not heard are not asked. */
export async function undecodableSound(
  movie: MoviePlan,
  audio: AudioPlan | null,
  clips: readonly OpenClip[],
): Promise<ReadonlySet<number>> {
  const found = new Set<number>();
  const answers = new Map<string, boolean>();
  for (const index of decodedScenes(movie, audio)) {
    const [scene, clip] = [movie.scenes[index], clips[index]];
    if (scene === undefined || clip === undefined || scene.muted || clip.facts.audio === null) continue;
    const known = answers.get(scene.clip.sha256);
    const canDecode = known ?? (await canDecodeClip(clip));
    answers.set(scene.clip.sha256, canDecode);
    if (!canDecode) found.add(index);
  }
  return found;
}

/** Scenes of which sound is encoded; in a transition that of the next one is mixed in. */
function decodedScenes({ scenes }: MoviePlan, audio: AudioPlan | null): ReadonlySet<number> {
  const encoded = audio?.stretches.filter(({ kind }) => kind === 'encode') ?? [];
  const mixed = scenes.flatMap(({ transition }, index) => (transition === null ? [] : [index, index + 1]));
  return new Set([...encoded.map(({ scene }) => scene), ...(encoded.length > 0 ? mixed : [])]);
}

async function canDecodeClip(clip: OpenClip): Promise<boolean> {
  const { audio } = await clip.tracks();
  // A track that the library passes over is in a codec that it has no name for.
  return audio !== null && (await canDecodeSound(audio));
}
