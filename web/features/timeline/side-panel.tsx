import type { ReactNode } from 'react';
import { PanelHead } from '#ui/panel-head.tsx';
import { showSide } from './side-store.ts';
import styles from './side-panel.module.css';

/** What stands in the inspector's place for a while: a title that stays, a button that closes it, and its content. */
export function SidePanel({ title, close, children }: { title: string; close: string; children: ReactNode }) {
  return (
    <>
      <PanelHead title={title} close={close} onClose={() => showSide(null)} />
      <div className={styles['body']}>{children}</div>
    </>
  );
}
