import { FolderOpen } from 'lucide-react';
import { useStore } from 'zustand';
import { QuietButton } from '#ui/quiet-button.tsx';
import { showSide, sideSession } from '../side-store.ts';
import styles from '../strip/timeline-tools.module.css';
import { mediaWords as words } from './media-words.ts';

/** Shows everything that the project is made of. */
export function MediaButton() {
  const isOpen = useStore(sideSession, ({ open }) => open === 'media');
  return (
    <QuietButton
      size="2"
      aria-label={words.open}
      title={words.open}
      aria-expanded={isOpen}
      onClick={() => showSide(isOpen ? null : 'media')}
    >
      <FolderOpen size={16} aria-hidden="true" />
      <span className={styles['brief']}>{words.open}</span>
    </QuietButton>
  );
}
