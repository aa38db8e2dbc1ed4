/** Which scenes have sound that would have to be decoded, and that this browser can't decode. */
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import type { OpenClip } from '#media/probe/open-clip.ts';
import { canDecodeSound } from '#media/sound/sound-decoding.ts';
import { undecodableSound } from '#shared/export-plan/undecodable-sound.ts';
import type { AudioPlan } from '#shared/export-plan/plan-types.ts';

/** Positions among the plan's scenes. */
export function undecodableScenes(
  movie: MoviePlan,
  audio: AudioPlan | null,
  clips: readonly OpenClip[],
): Promise<ReadonlySet<number>> {
  return undecodableSound(movie, audio, async (index) => {
    const clip = clips[index];
    return clip === undefined || clip.facts.audio === null || (await canDecodeClip(clip));
  });
}

async function canDecodeClip(clip: OpenClip): Promise<boolean> {
  const { audio } = await clip.tracks();
  // A track that the library passes over is in a codec that it has no name for.
  return audio !== null && (await canDecodeSound(audio));
}
