import { Shimmer } from '#ui/shimmer.tsx';
import styles from './loading-board.module.css';
import board from './scene-board.module.css';
import card from './scene-card.module.css';

/** Placeholder cards of the final size while scenes are written or loaded. */
export function LoadingBoard({ label }: { label: string }) {
  return (
    <div className={styles['loading']}>
      <p>
        <output>{label}</output>
      </p>
      <div className={board['grid']}>
        {[1, 2, 3, 4, 5, 6].map((place) => (
          <div key={place} className={card['card']}>
            <Shimmer className={styles['frame'] ?? ''} />
            <div className={styles['words']}>
              <Shimmer className={styles['line'] ?? ''} />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
