import type { MovieAudio } from '#shared/entities/movie-audio.ts';
import type { AudioSpan } from '#shared/movie/audio-span.ts';
import { secondsFromUs, usFromSeconds } from '#shared/movie/time.ts';
import type { SoundShape } from '#shared/sound/sound-shape.ts';
import { useDrawnLanes } from '../strip/drawn-lanes.ts';
import { leftAtTime, timeAtLeft } from '../strip/timeline-layout.ts';
import type { TimelineView } from '../strip/timeline-view.ts';
import styles from './audio-lanes.module.css';
import { audioWave, drawnStretch, gainPath, gainPoints, placed } from './gain-line.ts';

type AudioLinesProps = {
  piece: MovieAudio;
  span: AudioSpan;
  /** Null while it isn't known. */
  shape: SoundShape | null;
  loudAt: (window: number) => number;
  view: TimelineView;
  /** Of the piece on the lane, in percent of it. */
  place: { left: number; width: number };
};

/** The wave of a piece as it is heard and the line of its gain, of what is in view or near it. */
export function AudioLines({ piece, span, shape, loudAt, view, place }: AudioLinesProps) {
  const drawn = useDrawnLanes();
  const from = Math.max(place.left, drawn.span.from);
  const to = Math.min(place.left + place.width, drawn.span.to);
  if (to <= from) return null;
  const { layout, played } = view;
  const secondsAt = (left: number): number => secondsFromUs(timeAtLeft(layout, played, left));
  const stretch = drawnStretch(span, {
    // The last frame's time is a little before its end.
    ...{ from: secondsAt(from), to: to < place.left + place.width ? secondsAt(to) : span.endSeconds },
    px: ((to - from) / 100) * drawn.lanePx,
  });
  if (stretch === null) return null;
  const xOf = (seconds: number): number =>
    ((leftAtTime(layout, played, usFromSeconds(seconds)) - place.left) / place.width) * 100;
  const points = placed(gainPoints(piece, span, { shape, loudAt }, stretch), xOf);
  const [first, last] = [Number(points[0]?.x ?? 0), Number(points.at(-1)?.x ?? 100)];
  // A drawing as wide as the whole piece would be many windows wide.
  const box = {
    viewBox: `${first} 0 ${Math.max(0.001, last - first)} 100`,
    preserveAspectRatio: 'none',
    style: { left: `${first}%`, width: `${last - first}%` },
    'aria-hidden': true,
  };
  return (
    <>
      <svg className={styles['wave']} {...box}>
        {shape === null ? null : <path d={audioWave(points)} />}
      </svg>
      <svg className={styles['gain']} {...box}>
        <path d={gainPath(points)} />
      </svg>
    </>
  );
}
