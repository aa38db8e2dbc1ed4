import { Heading } from '@radix-ui/themes';
import type { ReactNode } from 'react';
import { Beam } from './beam.tsx';
import styles from './page-message.module.css';
import { Viewfinder } from './viewfinder.tsx';

type PageMessageProps = {
  title: string;
  text: string;
  /** Its title is then the page's own. */
  isWholePage?: boolean;
  children: ReactNode;
};

/** One frame, one sentence, one way on: empty, missing and broken pages. */
export function PageMessage({ title, text, isWholePage = false, children }: PageMessageProps) {
  return (
    <section className={styles['panel']}>
      <div className={styles['scene']} aria-hidden="true">
        <Beam isPointed />
        <span className={styles['lamp']} />
      </div>
      <div className={styles['corners']}>
        <Viewfinder />
      </div>
      <div className={styles['words']}>
        <Heading as={isWholePage ? 'h1' : 'h2'} size={{ initial: '6', sm: '8' }}>
          {title}
        </Heading>
        <p>{text}</p>
        <div className={styles['actions']}>{children}</div>
      </div>
    </section>
  );
}
