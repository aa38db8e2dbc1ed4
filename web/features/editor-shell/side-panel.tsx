import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconAction } from '#ui/icon-action.tsx';
import { keepClearMark } from '#ui/follow-toast-place.ts';
import styles from './side-panel.module.css';
import { shellWords } from './words.ts';

type SidePanelProps = { id: string; title: string; onClose: () => void; children: ReactNode };

/** A panel that replaces the rail beside the tabs until it is closed. */
export function SidePanel({ id, title, onClose, children }: SidePanelProps) {
  return (
    <aside id={id} aria-label={title} className={styles['panel']} {...keepClearMark}>
      <div className={styles['head']}>
        <h2>{title}</h2>
        <IconAction label={shellWords.close({ title })} onClick={onClose}>
          <X size={16} />
        </IconAction>
      </div>
      {children}
    </aside>
  );
}
