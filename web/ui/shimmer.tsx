import styles from './shimmer.module.css';

/** A place that something will fill; its size comes from the class that is handed in. */
export function Shimmer({ className }: { className: string }) {
  return <div className={`${styles['shimmer']} ${className}`} aria-hidden="true" />;
}
