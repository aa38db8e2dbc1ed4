import { Loader } from 'lucide-react';
import type { GenerationCounts } from '#shared/rules/project-status.ts';
import styles from './progress-pill.module.css';

/** Keeps counting in the header while the progress dialog is closed; opens it again. */
export function ProgressPill({ counts, onOpen }: { counts: GenerationCounts; onOpen: () => void }) {
  return (
    <button type="button" className={`${styles['pill']} numbers`} onClick={onOpen}>
      <Loader size={14} strokeWidth={2.25} aria-hidden="true" />
      {counts.complete} / {counts.total}
      <span className={styles['word']}>scenes</span>
    </button>
  );
}
