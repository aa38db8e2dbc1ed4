/** Hashes of the files that a movie is made of. */
import type { MovieAudio } from '#shared/entities/movie-audio.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { picturesOf } from '#shared/rules/pictures-of-scene.ts';

/** Clips, and the pictures that scenes need. */
export function filesOfScenes(scenes: readonly Pick<Scene, 'sha256' | 'still' | 'referencePictures'>[]): string[] {
  return scenes.flatMap((scene) => [...(scene.sha256 === null ? [] : [scene.sha256]), ...picturesOf(scene)]);
}

/** Music, voices, and the recordings that a voice-over could play instead. */
export function soundsOf(audio: readonly Pick<MovieAudio, 'mediaId' | 'takes'>[]): string[] {
  return audio.flatMap(({ mediaId, takes }) => [mediaId, ...takes.map((take) => take.mediaId)]);
}

const HASH = /^[0-9a-f]{64}$/;

/** Every hash in plain data, whatever field it is in: so none is forgotten when a change gets a new one. */
export function hashesIn(data: unknown): string[] {
  if (typeof data === 'string') return HASH.test(data) ? [data] : [];
  return typeof data === 'object' && data !== null ? Object.values(data).flatMap(hashesIn) : [];
}
