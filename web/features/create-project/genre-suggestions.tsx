import { X } from 'lucide-react';
import { genreLabels, type GenreId } from '#shared/catalogue/genres.ts';
import { IconAction } from '#ui/icon-action.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import styles from './genre-suggestions.module.css';

type GenreSuggestionsProps = {
  suggested: readonly GenreId[];
  onAccept: () => void;
  onDismiss: () => void;
};

/** Genres that were found in the description, to be taken all at once or not. */
export function GenreSuggestions({ suggested, onAccept, onDismiss }: GenreSuggestionsProps) {
  return (
    <output>
      {suggested.length === 0 ? null : (
        <div className={styles['row']}>
          <span className="quiet">Suggested</span>
          <ul className={styles['chips']} aria-label="Suggested genres">
            {suggested.map((id) => (
              <li key={id}>{genreLabels([id])}</li>
            ))}
          </ul>
          <div className={styles['actions']}>
            <QuietButton size="2" type="button" onClick={onAccept}>
              Add suggested genres
            </QuietButton>
            <IconAction label="Dismiss suggested genres" onClick={onDismiss}>
              <X size={16} />
            </IconAction>
          </div>
        </div>
      )}
    </output>
  );
}
