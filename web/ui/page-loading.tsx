import { Spinner } from '@radix-ui/themes';
import styles from './page-loading.module.css';
import { uiWords } from './words.ts';

/** Fills the page until it is known what to show. */
export function PageLoading() {
  return (
    <output className={styles['room']}>
      <Spinner size="3" />
      <span className="quiet">{uiWords.loading}</span>
    </output>
  );
}
