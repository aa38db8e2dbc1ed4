import { Shimmer } from '#ui/shimmer.tsx';
import styles from './movie-wall.module.css';

/** What stands in a wall of movies while they are loaded. */
export function LoadingWall({ className, label, count }: { className: string; label: string; count: number }) {
  return (
    <output className={className} aria-label={label}>
      {Array.from({ length: count }, (_, place) => (
        <div key={place}>
          <Shimmer className={styles['pictureShimmer'] ?? ''} />
          <Shimmer className={styles['titleShimmer'] ?? ''} />
          <Shimmer className={styles['textShimmer'] ?? ''} />
        </div>
      ))}
    </output>
  );
}
