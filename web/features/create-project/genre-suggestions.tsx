import { X } from 'lucide-react';
import { genreLabels, type GenreId } from '#shared/catalogue/genres.ts';
import { IconAction } from '#ui/icon-action.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import styles from './genre-suggestions.module.css';
import { genreWords as words } from './words.ts';

type GenreSuggestionsProps = {
  suggested: readonly GenreId[];
  onAccept: () => void;
  onDismiss: () => void;
  /** Said while there are none. */
  hint: string;
};

/** Genres detected in the description, to add all at once or dismiss. Its place is kept while there are none. */
export function GenreSuggestions({ suggested, onAccept, onDismiss, hint }: GenreSuggestionsProps) {
  return (
    <output className={styles['place']}>
      {suggested.length === 0 ? (
        <p className={styles['hint']}>{hint}</p>
      ) : (
        <div className={styles['row']}>
          <span className="quiet">{words.suggested}</span>
          <ul className={styles['chips']} aria-label={words.suggestions}>
            {suggested.map((id) => (
              <li key={id}>{genreLabels([id])}</li>
            ))}
          </ul>
          <div className={styles['actions']}>
            <QuietButton size="2" type="button" onClick={onAccept}>
              {words.accept}
            </QuietButton>
            <IconAction label={words.dismiss} onClick={onDismiss}>
              <X size={16} />
            </IconAction>
          </div>
        </div>
      )}
    </output>
  );
}
