import { Heading } from '@radix-ui/themes';
import { useStorage } from '#api/queries/storage.ts';
import { formatBytes } from '#shared/words/format.ts';
import { StorageBar } from './storage-bar.tsx';
import styles from './storage-page.module.css';
import { storageWords as words } from './words.ts';

/** What the server keeps, where it can be asked. */
export function ServerStorage() {
  const storage = useStorage();
  return (
    <section className={styles['server']}>
      <div className={styles['sum']}>
        <Heading as="h2" size="3">
          {words.server}
        </Heading>
        {storage ? (
          <p className="numbers">
            <strong>{formatBytes(storage.bytes)}</strong> {words.serverOf({ limit: formatBytes(storage.bytesLimit) })}
          </p>
        ) : null}
      </div>
      {storage ? (
        <>
          <StorageBar parts={[{ tone: 'clips', bytes: storage.bytes }]} allBytes={storage.bytesLimit} />
          {words.serverNotes.map((note) => (
            <p key={note} className={styles['note']}>
              {note}
            </p>
          ))}
        </>
      ) : (
        <p className={styles['note']}>{words.serverUnknown}</p>
      )}
    </section>
  );
}
