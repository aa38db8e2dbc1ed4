/** What a movie loses of its clips, which is said before the start and in the receipt. */
import { z } from 'zod';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import type { ClipFacts, VideoFacts } from '#shared/clip/clip-facts.ts';
import type { ExportPlan } from './plan-types.ts';

/** A scene whose sound can't be decoded, and what it is in: by RFC 6381, or by the name that its file has for it. */
export const leftOutSoundSchema = z.object({ sceneNumber: z.number().int(), codec: z.string() });
export type LeftOutSound = z.infer<typeof leftOutSoundSchema>;

/** Pictures of more than eight bits, or of a wider range of light or colors, that are encoded as 8-bit BT.709. */
export const reducedColorSchema = z.object({
  sceneNumber: z.number().int(),
  from: z.enum(['hdr', 'wide-gamut', 'ten-bit']),
});
export type ReducedColor = z.infer<typeof reducedColorSchema>;

export type Told = { movie: MoviePlan; plan: ExportPlan; clips: readonly ClipFacts[] };

/** Scenes that are silent because their sound can't be decoded. */
export function leftOutSound({ movie, plan, clips }: Told): LeftOutSound[] {
  return [...plan.undecodable].flatMap((index) => {
    const [scene, audio] = [movie.scenes[index], clips[index]?.audio ?? null];
    return scene === undefined || audio === null ? [] : [{ sceneNumber: scene.sceneNumber, codec: audio.codec }];
  });
}

/** Scenes of which pictures are encoded that had more than the encoder writes; each once. */
export function reducedColor({ movie, plan, clips }: Told): ReducedColor[] {
  const encoded = plan.video.flatMap((stretch) => {
    if (stretch.kind === 'copy') return [];
    return stretch.isCrossfade ? [stretch.scene, stretch.scene + 1] : [stretch.scene];
  });
  return [...new Set(encoded)].flatMap((index): ReducedColor[] => {
    const [scene, clip] = [movie.scenes[index], clips[index]];
    const from = clip === undefined ? null : richnessOf(clip.video);
    return scene === undefined || from === null ? [] : [{ sceneNumber: scene.sceneNumber, from }];
  });
}

/** Null for 8 bits of the usual colors. */
function richnessOf({ color, codec }: VideoFacts): ReducedColor['from'] | null {
  if (color.transfer === 'pq' || color.transfer === 'hlg') return 'hdr';
  if (color.primaries === 'bt2020' || color.matrix === 'bt2020-ncl' || color.primaries === 'smpte432')
    return 'wide-gamut';
  return bitDepthOf(codec) > 8 ? 'ten-bit' : null;
}

/** profile_idc of the H.264 profiles that have more than 8 bits: High 10, High 4:2:2 and High 4:4:4 Predictive. */
const DEEP_PROFILES: readonly string[] = ['6e', '7a', 'f4'];

/** As a codec's name tells it (RFC 6381 and each codec's own binding); 8 where it tells nothing. */
function bitDepthOf(codec: string): number {
  const [name = '', ...parts] = codec.split('.');
  if (name.startsWith('avc')) return DEEP_PROFILES.includes((parts[0] ?? '').slice(0, 2).toLowerCase()) ? 10 : 8;
  if (name === 'vp09' || name === 'av01') return Number(parts[2] ?? 8);
  return (name === 'hvc1' || name === 'hev1') && parts[0] === '2' ? 10 : 8;
}
