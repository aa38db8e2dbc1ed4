import { Scissors, Type } from 'lucide-react';
import type { ReactNode } from 'react';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { fpsNumber } from '#shared/movie/time.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import styles from './timeline-tools.module.css';

type TimelineToolsProps = {
  plan: MoviePlan;
  isTrimming: boolean;
  onTrim: () => void;
  onText: () => void;
  /** What takes the files away. */
  children: ReactNode;
};

/** What can be done with the movie as a whole, and with the selected scene. */
export function TimelineTools({ plan, isTrimming, onTrim, onText, children }: TimelineToolsProps) {
  return (
    <div className={styles['tools']} role="toolbar" aria-label="Timeline tools">
      <QuietButton
        size="2"
        className={isTrimming ? (styles['on'] ?? '') : ''}
        aria-pressed={isTrimming}
        onClick={onTrim}
      >
        <Scissors size={16} aria-hidden="true" /> Trim mode
      </QuietButton>
      <QuietButton size="2" onClick={onText}>
        <Type size={16} aria-hidden="true" /> Add Text
      </QuietButton>
      <span className={`${styles['facts']} numbers`}>
        {plan.width} × {plan.height} · {Number(fpsNumber(plan.fps).toFixed(2))} fps
      </span>
      {children}
    </div>
  );
}
