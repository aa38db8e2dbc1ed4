import { Spinner } from '@radix-ui/themes';
import styles from './page-loading.module.css';

/** The whole page while it isn't known yet what to show. */
export function PageLoading() {
  return (
    <output className={styles['room']}>
      <Spinner size="3" />
      <span className="quiet">Loading...</span>
    </output>
  );
}
