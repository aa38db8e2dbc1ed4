import styles from './segment-bar.module.css';

export type BarSegment = { tone: 'ok' | 'live' | 'bad' | 'plain'; share: number };

type SegmentBarProps = {
  segments: readonly BarSegment[];
  /** The accessible name of the bar. */
  label: string;
  /** Percent that a screen reader is told. */
  percent: number;
};

/** A 4 px bar in pieces; each share is a part of 1, what is left stays empty. */
export function SegmentBar({ segments, label, percent }: SegmentBarProps) {
  return (
    <div className={styles['bar']}>
      <progress aria-label={label} max={100} value={percent} />
      {segments
        .filter((segment) => segment.share > 0)
        .map((segment) => (
          <span key={segment.tone} data-tone={segment.tone} style={{ flexBasis: `${segment.share * 100}%` }} />
        ))}
    </div>
  );
}
