/** What a dragged piece catches on: playhead, scenes, the movie's ends, other pieces, beats of music, texts, and pauses. */
import { sceneStartUs } from '#player/playhead.ts';
import type { MovieAudio } from '#shared/entities/movie-audio.ts';
import { audioSpan } from '#shared/movie/audio-span.ts';
import { planDurationUs } from '#shared/movie/movie-plan.ts';
import { secondsFromUs } from '#shared/movie/time.ts';
import type { SoundShape } from '#shared/sound/sound-shape.ts';
import type { SnapTarget } from '../strip/snap.ts';
import { pauseLefts } from '../strip/sound-ends.ts';
import { textChips } from '../strip/timeline-marks.ts';
import type { TimelineScope } from '../timeline-scope.ts';
import { audioWords } from './audio-words.ts';

const words = audioWords.met;

type AudioSnapLookups = {
  /** Percent of the lane at a moment of the movie, in seconds. */
  leftOf: (seconds: number) => number;
  /** Of the scenes' clips, by their hashes. */
  shapes: Readonly<Record<string, SoundShape>>;
  /** Of a piece, in seconds of the movie. */
  beatsOf: (piece: MovieAudio) => readonly number[];
};

export function audioSnaps(
  { audio, view, player }: Pick<TimelineScope, 'audio' | 'view' | 'player'>,
  ownId: string,
  { leftOf, shapes, beatsOf }: AudioSnapLookups,
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
    ...textChips(view.layout, view.plan, view.rows).flatMap(({ left, width, text }) => {
      const met = words.piece({ name: text });
      return [
        { left, met },
        { left: left + width, met },
      ];
    }),
    ...view.layout.blocks.flatMap((block) =>
      pauseLefts(block, block.planned ? shapes[block.planned.clip.sha256] : undefined).map((left) => ({
        left,
        met: words.pause,
      })),
    ),
  ];
}
