import { Beam } from '#ui/beam.tsx';
import styles from './poster.module.css';

/** A poster made of words, for what has no picture yet. Fills its positioned parent. */
export function Poster({ title, genre = null }: { title: string; genre?: string | null }) {
  return (
    <div className={styles['poster']} aria-hidden="true">
      <Beam />
      {genre ? <span className={styles['genre']}>{genre}</span> : null}
      <span className={styles['title']}>{title}</span>
    </div>
  );
}
