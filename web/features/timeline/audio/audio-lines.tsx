import { memo } from 'react';
import type { MovieAudio } from '#shared/entities/movie-audio.ts';
import { audioSpan } from '#shared/movie/audio-span.ts';
import { secondsFromUs, usFromSeconds } from '#shared/movie/time.ts';
import type { SoundShape } from '#shared/sound/sound-shape.ts';
import { useDrawnDetail } from '../strip/drawn-lanes.ts';
import { leftAtTime, timeAtLeft } from '../strip/timeline-layout.ts';
import type { TimelineView } from '../strip/timeline-view.ts';
import styles from './audio-lanes.module.css';
import { boundsOf } from './use-audio.ts';
import { audioWave, drawnStretch, gainPath, gainPoints, placed, voiceLevelDb } from './gain-line.ts';

type AudioLinesProps = {
  piece: MovieAudio;
  /** Null while it isn't known. */
  shape: SoundShape | null;
  loudAt: (window: number) => number;
  view: TimelineView;
  /** Of the piece on the lane, in percent of it. */
  left: number;
  width: number;
};

/**
 * The wave of a piece as it is heard and the line of its gain, of what is in view or near it. It is costly, and so not drawn
 * again with everything else that moves: the compiler leaves the piece around it as it is, and so wouldn't keep it.
 */
export const AudioLines = memo(({ piece, shape, loudAt, view, left, width }: AudioLinesProps) => {
  const drawn = useDrawnDetail();
  const span = audioSpan(piece, boundsOf(view, shape));
  const from = Math.max(left, drawn.span.from);
  const to = Math.min(left + width, drawn.span.to);
  if (span === null || to <= from) return null;
  const { layout, played } = view;
  const secondsAt = (place: number): number => secondsFromUs(timeAtLeft(layout, played, place));
  const stretch = drawnStretch(span, {
    // The last frame's time is a little before its end.
    ...{ from: secondsAt(from), to: to < left + width ? secondsAt(to) : span.endSeconds },
    px: ((to - from) / 100) * drawn.lanePx,
  });
  if (stretch === null) return null;
  const levelDb = view.plan.levelling ? voiceLevelDb(piece, span, shape) : 0;
  const xOf = (seconds: number): number => ((leftAtTime(layout, played, usFromSeconds(seconds)) - left) / width) * 100;
  const points = placed(gainPoints(piece, span, { shape, levelDb, loudAt }, stretch), xOf);
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
});
