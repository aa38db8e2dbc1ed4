import { Mic } from 'lucide-react';
import { useStore } from 'zustand';
import { QuietButton } from '#ui/quiet-button.tsx';
import { showSide, sideSession } from '../side-store.ts';
import styles from '../strip/timeline-tools.module.css';
import { recordWords as words } from './record-words.ts';

/** Shows what a voice-over is recorded by. */
export function RecordButton() {
  const isOpen = useStore(sideSession, ({ open }) => open === 'recording');
  return (
    <QuietButton
      size="2"
      aria-label={words.open}
      title={words.open}
      aria-expanded={isOpen}
      onClick={() => showSide(isOpen ? null : 'recording')}
    >
      <Mic size={16} aria-hidden="true" />
      <span className={styles['brief']}>{words.open}</span>
    </QuietButton>
  );
}
