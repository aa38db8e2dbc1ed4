import { Search, X } from 'lucide-react';
import { useId, useState } from 'react';
import { genreLabels, searchGenres, type GenreId, genreIdSchema } from '#shared/catalogue/genres.ts';
import { limits } from '#shared/limits.ts';
import styles from './create-project.module.css';
import { GenreSuggestions } from './genre-suggestions.tsx';

type GenrePickerProps = {
  chosen: readonly GenreId[];
  /** Found in the description; chosen ones among them are not shown again. */
  suggested: readonly GenreId[];
  onToggle: (id: GenreId) => void;
  onAccept: () => void;
  onDismiss: () => void;
};

/** One to five genres: the chosen ones stand in the search field, the suggested and the others below it. */
export function GenrePicker({ chosen, suggested, onToggle, onAccept, onDismiss }: GenrePickerProps) {
  const [query, setQuery] = useState('');
  const fieldId = useId();
  const isFull = chosen.length >= limits.genresPerProject;
  const offered = isFull ? [] : suggested.filter((id) => !chosen.includes(id));
  const found = searchGenres(query).flatMap((genre) => {
    const id = genreIdSchema.parse(genre.id);
    return chosen.includes(id) || (offered.includes(id) && query.trim() === '') ? [] : [{ ...genre, id }];
  });
  return (
    <div>
      <div className={styles['labelRow']}>
        <label className={styles['label']} htmlFor={fieldId}>
          Genres
        </label>
        <output className={`${styles['counter']} numbers`}>
          {chosen.length} of {limits.genresPerProject} genres selected
        </output>
      </div>
      <div className={styles['genreField']}>
        {chosen.map((id) => (
          <button
            key={id}
            type="button"
            className={styles['chosenGenre']}
            aria-label={`Remove ${genreLabels([id])}`}
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
            placeholder="Search genres"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
        </span>
      </div>
      <GenreSuggestions suggested={offered} onAccept={onAccept} onDismiss={onDismiss} />
      <fieldset className={styles['genres']} aria-label="Genres to choose from">
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
        {found.length === 0 && query.trim() !== '' ? <p className="quiet">No other genre fits “{query}”.</p> : null}
        {isFull ? (
          <p className={`quiet ${styles['full']}`}>
            A project has at most {limits.genresPerProject} genres. Remove one to choose another.
          </p>
        ) : null}
      </fieldset>
    </div>
  );
}
