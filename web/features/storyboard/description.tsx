import { useState } from 'react';
import styles from './storyboard.module.css';

/** Characters that are shown before "Read more". */
const SHORT = 100;
/** Paper can't be unfolded: it gets more, but never so much that a panel fills a page of its own. */
const PRINTED = 600;

/** What happens in a scene: its beginning, and the rest on demand. */
export function Description({ text }: { text: string }) {
  const [isWhole, setIsWhole] = useState(false);
  const isLong = text.length > SHORT;
  return (
    <>
      <p className={`${styles['text']} ${styles['onScreen']}`}>
        {isWhole ? text : cut(text, SHORT)}{' '}
        {isLong ? (
          <button type="button" className="link" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? 'Show less' : 'Read more'}
          </button>
        ) : null}
      </p>
      <p className={`${styles['text']} ${styles['onPaper']}`}>{cut(text, PRINTED)}</p>
    </>
  );
}

/** The first characters of a text, and three dots where more follows. */
function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length).trimEnd()}...` : text;
}
