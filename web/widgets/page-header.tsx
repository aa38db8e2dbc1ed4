import type { ReactNode } from 'react';
import { ThemeToggle } from '#ui/theme-toggle.tsx';
import { Brand } from './brand.tsx';
import styles from './page-header.module.css';

/** The head of every page but the editor: brand on the left, what the page adds and the theme on the right. */
export function PageHeader({ children, end }: { children?: ReactNode; end?: ReactNode }) {
  return (
    <header className={styles['header']}>
      <div className={styles['inner']}>
        <Brand />
        <div className={styles['end']}>
          {children}
          <ThemeToggle />
          {end}
        </div>
      </div>
    </header>
  );
}
