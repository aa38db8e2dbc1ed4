/** Where sound begins, ends, and rests: what scenes, texts, and pieces of sound catch on. Pure. */
import { inPointUs, outPointUs } from '#player/playhead.ts';
import type { MovieAudio } from '#shared/entities/movie-audio.ts';
import { audioSpan } from '#shared/movie/audio-span.ts';
import { planDurationUs, type MoviePlan } from '#shared/movie/movie-plan.ts';
import { secondsFromUs } from '#shared/movie/time.ts';
import type { SoundShape } from '#shared/sound/sound-shape.ts';
import { pausesIn } from '../edges/pauses.ts';
import { leftInBlock, type Block } from './timeline-layout.ts';

/** Of music and voice-overs, in seconds of the movie. */
export function soundEnds(plan: MoviePlan, audio: readonly MovieAudio[]): { seconds: number; name: string }[] {
  const movieSeconds = secondsFromUs(planDurationUs(plan));
  return audio.flatMap((piece) => {
    const span = audioSpan(piece, { movieSeconds, fileSeconds: null });
    if (span === null) return [];
    return [span.startSeconds, span.endSeconds].map((seconds) => ({ seconds, name: piece.name }));
  });
}

/** The ends of the pauses in what is played of a scene, in percent of the lane. */
export function pauseLefts(block: Block, shape: SoundShape | undefined): number[] {
  const scene = block.planned;
  if (scene === null || shape === undefined) return [];
  const [from, to] = [secondsFromUs(inPointUs(scene)), secondsFromUs(outPointUs(scene))];
  return pausesIn(shape)
    .flatMap(({ startSeconds, endSeconds }) => [startSeconds, endSeconds])
    .filter((seconds) => seconds > from && seconds < to)
    .map((seconds) => block.left + (leftInBlock(block, seconds) * block.width) / 100);
}
