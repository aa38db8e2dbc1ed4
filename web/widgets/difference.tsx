import styles from './difference.module.css';
import type { Piece } from './word-difference.ts';

type DifferenceProps = {
  pieces: readonly Piece[];
  /** Which of the two texts it is: what the other one lacks is underlined in a new text, and struck through in an old one. */
  as: 'ins' | 'del';
};

/** A text whose changed words are marked. The color says it a second time. */
export function Difference({ pieces, as: Changed }: DifferenceProps) {
  return (
    <span className={styles['text']}>
      {pieces.map(({ text, isChanged }, place) =>
        // A text has its pieces in one order, and none moves.
        isChanged ? <Changed key={place}>{text}</Changed> : <span key={place}>{text}</span>,
      )}
    </span>
  );
}
