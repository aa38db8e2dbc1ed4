import type { ReactNode } from 'react';
import styles from './page-body.module.css';

/** The content of a page at the page's own width. */
export function PageBody({ children }: { children: ReactNode }) {
  return <main className={styles['body']}>{children}</main>;
}
