import styles from './storage-bar.module.css';

export type BarPart = {
  tone: 'clips' | 'takes' | 'others' | 'movies' | 'scrubCopies' | 'spareRoom' | 'cached';
  bytes: number;
};

/** Its figures stand beside it in words. */
export function StorageBar({ parts, allBytes }: { parts: readonly BarPart[]; allBytes: number }) {
  return (
    <div className={styles['bar']} aria-hidden="true">
      {parts
        .filter(({ bytes }) => bytes > 0)
        .map(({ tone, bytes }) => (
          <span
            key={tone}
            data-tone={tone}
            style={{ flexBasis: `${Math.min(100, (bytes / Math.max(allBytes, 1)) * 100)}%` }}
          />
        ))}
    </div>
  );
}

export function BarKey({ tone }: Pick<BarPart, 'tone'>) {
  return <span className={styles['key']} data-tone={tone} aria-hidden="true" />;
}
