import { useState } from 'react';
import styles from './storyboard.module.css';
import { storyboardWords as words } from './words.ts';

/** Characters shown before "Read more". */
const SHORT = 100;
/** Paper can't expand, so it gets more, but not so much that one panel fills a page. */
const PRINTED = 600;

/** What happens in a scene: the start, and the rest on demand. */
export function Description({ text }: { text: string }) {
  const [isWhole, setIsWhole] = useState(false);
  const isLong = text.length > SHORT;
  return (
    <>
      <p className={`${styles['text']} ${styles['onScreen']}`}>
        {isWhole ? text : cut(text, SHORT)}{' '}
        {isLong ? (
          <button type="button" className="link" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? words.showLess : words.readMore}
          </button>
        ) : null}
      </p>
      <p className={`${styles['text']} ${styles['onPaper']}`}>{cut(text, PRINTED)}</p>
    </>
  );
}

/** The first characters of a text, with three dots when there is more. */
function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length).trimEnd()}...` : text;
}
