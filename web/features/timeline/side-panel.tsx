import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconAction } from '#ui/icon-action.tsx';
import { showSide } from './side-store.ts';
import styles from './side-panel.module.css';

/** What stands in the inspector's place for a while: a title that stays, a button that closes it, and its content. */
export function SidePanel({ title, close, children }: { title: string; close: string; children: ReactNode }) {
  return (
    <>
      <header className={styles['head']}>
        <h2>{title}</h2>
        <IconAction label={close} onClick={() => showSide(null)}>
          <X size={16} />
        </IconAction>
      </header>
      <div className={styles['body']}>{children}</div>
    </>
  );
}
