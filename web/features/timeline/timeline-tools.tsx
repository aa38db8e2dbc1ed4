import { Scissors, Type } from 'lucide-react';
import type { ReactNode } from 'react';
import { fpsNumber } from '#shared/movie/time.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import { addText, toggleTrim } from './timeline-acts.ts';
import { useScope } from './timeline-scope.ts';
import styles from './timeline-tools.module.css';

/**
 * What can be done with the movie as a whole, and with the selected scene.
 * @param children what takes the files away
 */
export function TimelineTools({ children }: { children: ReactNode }) {
  const scope = useScope();
  const { plan } = scope.view;
  const isTrimming = scope.mode.kind === 'trim';
  return (
    <div className={styles['tools']} role="toolbar" aria-label="Timeline tools">
      <QuietButton
        size="2"
        className={isTrimming ? (styles['on'] ?? '') : ''}
        aria-pressed={isTrimming}
        onClick={() => toggleTrim(scope)}
      >
        <Scissors size={16} aria-hidden="true" /> Trim mode
      </QuietButton>
      <QuietButton size="2" onClick={() => addText(scope)}>
        <Type size={16} aria-hidden="true" /> Add Text
      </QuietButton>
      <span className={`${styles['facts']} numbers`}>
        {plan.width} × {plan.height} · {Number(fpsNumber(plan.fps).toFixed(2))} fps
      </span>
      {children}
    </div>
  );
}
