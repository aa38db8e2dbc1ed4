import { useDrawnDetail } from '../strip/drawn-lanes.ts';
import styles from './audio-lanes.module.css';

/** Nearer marks would be one band. */
const LEAST_PX = 5;

type BeatMarksProps = {
  /** Seconds of the movie. */
  beats: readonly number[];
  /** Percent of the lane at a moment of the movie. */
  leftOf: (seconds: number) => number;
  /** Where the piece is, in percent of the lane. */
  left: number;
  width: number;
};

/** Short marks along the lower edge, one for each beat that is in view. */
export function BeatMarks({ beats, leftOf, left, width }: BeatMarksProps) {
  const { lanePx, span } = useDrawnDetail();
  const places = beats.map(leftOf).filter((at) => at >= span.from && at <= span.to);
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined) return null;
  const gapPx = ((last - first) / 100 / Math.max(1, places.length - 1)) * lanePx;
  if (places.length > 1 && gapPx < LEAST_PX) return null;
  const lines = places.map((at) => `M${(((at - left) / width) * 100).toFixed(3)} 0V100`).join('');
  return (
    <svg className={styles['beats']} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <path d={lines} />
    </svg>
  );
}
