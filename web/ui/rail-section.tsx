import type { ReactNode } from 'react';
import styles from './rail-section.module.css';

type RailSectionProps = {
  title: string;
  /** What stands at the right end of the title's line. */
  end?: ReactNode;
  children: ReactNode;
};

/** One part of a rail: a title's line and what belongs to it, divided from the next by a hairline. */
export function RailSection({ title, end = null, children }: RailSectionProps) {
  return (
    <section className={styles['section']} aria-label={title}>
      <div className={styles['head']}>
        <h2>{title}</h2>
        {end}
      </div>
      {children}
    </section>
  );
}
