/** What a dragged piece catches on: the playhead, where scenes begin, the movie's ends, other pieces, and beats of music. */
import { sceneStartUs } from '#player/playhead.ts';
import type { MovieAudio } from '#shared/entities/movie-audio.ts';
import { audioSpan } from '#shared/movie/audio-span.ts';
import { planDurationUs } from '#shared/movie/movie-plan.ts';
import { secondsFromUs } from '#shared/movie/time.ts';
import type { SnapTarget } from '../strip/snap.ts';
import type { TimelineScope } from '../timeline-scope.ts';
import { audioWords } from './audio-words.ts';

const words = audioWords.met;

/**
 * @param leftOf percent of the lane at a moment of the movie, in seconds
 * @param beatsOf of a piece, in seconds of the movie
 */
export function audioSnaps(
  { audio, view, player }: Pick<TimelineScope, 'audio' | 'view' | 'player'>,
  ownId: string,
  leftOf: (seconds: number) => number,
  beatsOf: (piece: MovieAudio) => readonly number[],
): SnapTarget[] {
  const { played } = view;
  const movieSeconds = secondsFromUs(planDurationUs(played));
  const at = (seconds: number, met: string): SnapTarget => ({ left: leftOf(seconds), met });
  const others = audio
    .filter(({ id }) => id !== ownId)
    .flatMap((piece) => {
      const span = audioSpan(piece, { movieSeconds, fileSeconds: null });
      const met = words.piece(piece);
      if (span === null) return [];
      const beats = beatsOf(piece).map((beat) => at(beat, words.beat(piece)));
      return [at(span.startSeconds, met), at(span.endSeconds, met), ...beats];
    });
  return [
    at(0, words.movieStart),
    at(movieSeconds, words.movieEnd),
    ...(player === null ? [] : [at(secondsFromUs(player.now()), words.playhead)]),
    ...played.scenes
      .slice(1)
      .map((scene) => at(secondsFromUs(sceneStartUs(played, scene)), words.scene({ number: scene.sceneNumber }))),
    ...others,
  ];
}
