import { Search, X } from 'lucide-react';
import { useId, useState } from 'react';
import { genreLabels, searchGenres, type GenreId, genreIdSchema } from '#shared/catalogue/genres.ts';
import { limits } from '#shared/limits.ts';
import { keepClearIfPossible } from '#ui/follow-toast-place.ts';
import edge from '#ui/field.module.css';
import styles from './create-project.module.css';
import { GenreSuggestions } from './genre-suggestions.tsx';
import { genreWords as words } from './words.ts';

type GenrePickerProps = {
  chosen: readonly GenreId[];
  /** Detected in the description; those already chosen aren't shown again. */
  suggested: readonly GenreId[];
  onToggle: (id: GenreId) => void;
  onAccept: () => void;
  onDismiss: () => void;
  /** Said while no genre is suggested. */
  hint: string;
  /** None was chosen when the person pressed Create Project. */
  isMissing: boolean;
};

/** One to five genres: the chosen ones appear in the search field, suggestions and the rest below it. */
export function GenrePicker({ chosen, suggested, onToggle, onAccept, onDismiss, hint, isMissing }: GenrePickerProps) {
  const [query, setQuery] = useState('');
  const fieldId = useId();
  const counterId = useId();
  const isFull = chosen.length >= limits.genresPerProject;
  const offered = isFull ? [] : suggested.filter((id) => !chosen.includes(id));
  const found = searchGenres(query).flatMap((genre) => {
    const id = genreIdSchema.parse(genre.id);
    // What is suggested stays here too: nothing moves when suggestions come and go.
    return chosen.includes(id) ? [] : [{ ...genre, id }];
  });
  return (
    <div>
      <div className={styles['labelRow']}>
        <label className={styles['label']} htmlFor={fieldId}>
          {words.label}
        </label>
        <output className={`${styles['counter']} numbers`}>
          <span id={counterId}>{words.selected({ selected: chosen.length, limit: limits.genresPerProject })}</span>
        </output>
      </div>
      <div className={`${styles['genreField']} ${isMissing ? edge['wrong'] : ''}`}>
        {chosen.map((id) => (
          <button
            key={id}
            type="button"
            className={styles['chosenGenre']}
            aria-label={words.remove({ genre: genreLabels([id]) })}
            onClick={() => onToggle(id)}
          >
            {genreLabels([id])}
            <X size={14} strokeWidth={2.25} aria-hidden="true" />
          </button>
        ))}
        <span className={styles['search']}>
          <Search size={16} aria-hidden="true" />
          <input
            id={fieldId}
            type="search"
            data-missing={chosen.length === 0}
            aria-invalid={isMissing}
            aria-describedby={counterId}
            placeholder={words.search}
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
        </span>
      </div>
      {/* The notice that a genre is missing must not hide where one is chosen. */}
      <div {...(isMissing && keepClearIfPossible)}>
        <GenreSuggestions suggested={offered} onAccept={onAccept} onDismiss={onDismiss} hint={hint} />
        <fieldset className={styles['genres']} aria-label={words.list}>
          {found.map((genre) => (
            <button
              key={genre.id}
              type="button"
              className={styles['genre']}
              aria-pressed={false}
              aria-disabled={isFull}
              title={genre.description}
              onClick={() => {
                onToggle(genre.id);
                setQuery('');
              }}
            >
              {genre.label}
            </button>
          ))}
          {found.length === 0 && query.trim() !== '' ? <p className="quiet">{words.noneFound({ query })}</p> : null}
          {isFull ? (
            <p className={`quiet ${styles['full']}`}>{words.full({ limit: limits.genresPerProject })}</p>
          ) : null}
        </fieldset>
      </div>
    </div>
  );
}
