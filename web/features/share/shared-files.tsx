import { Heading } from '@radix-ui/themes';
import { Film, Image } from 'lucide-react';
import { formatBytes } from '#shared/words/format.ts';
import styles from './share.module.css';
import { shareWords as words } from './words.ts';

/** What was shared: names and sizes. */
export function SharedFiles({ files }: { files: readonly File[] }) {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return (
    <>
      <Heading as="h1" size="7">
        {words.title}
      </Heading>
      <p className={styles['text']}>{words.text({ count: files.length, bytes })}</p>
      <ul className={styles['files']} aria-label={words.files}>
        {files.map((file, place) => {
          const Icon = file.type.startsWith('image/') ? Image : Film;
          return (
            <li key={`${place} ${file.name}`}>
              <Icon size={16} aria-hidden="true" />
              <span className="one-line">{file.name}</span>
              <span className="numbers quiet">{formatBytes(file.size)}</span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
