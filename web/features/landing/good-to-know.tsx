import { Heading } from '@radix-ui/themes';
import styles from './good-to-know.module.css';
import { goodToKnowWords as words } from './story-words.ts';

/** What to know before starting: the limits, the key, and the bill. */
export function GoodToKnow() {
  return (
    <section className={styles['section']}>
      <Heading as="h2" size={{ initial: '6', sm: '8' }}>
        {words.title}
      </Heading>
      <ul className={styles['list']}>
        {words.notes.map((note) => (
          <li key={note.title}>
            <h3>{note.title}</h3>
            <p>{note.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
