import type { ReactNode } from 'react';
import { keepClearMark } from '#ui/follow-toast-place.ts';
import { PanelHead } from '#ui/panel-head.tsx';
import styles from './side-panel.module.css';
import { shellWords } from './words.ts';

type SidePanelProps = { id: string; title: string; onClose: () => void; children: ReactNode };

/** A panel that replaces the rail beside the tabs until it is closed. */
export function SidePanel({ id, title, onClose, children }: SidePanelProps) {
  return (
    <aside id={id} aria-label={title} className={styles['panel']} {...keepClearMark}>
      <PanelHead title={title} close={shellWords.close({ title })} onClose={onClose} />
      {children}
    </aside>
  );
}
