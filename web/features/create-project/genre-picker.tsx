import { Search, X } from 'lucide-react';
import { useId, useState } from 'react';
import { genreLabels, searchGenres, type GenreId, genreIdSchema } from '#shared/catalogue/genres.ts';
import { limits } from '#shared/limits.ts';
import styles from './create-project.module.css';

type GenrePickerProps = { chosen: readonly GenreId[]; onToggle: (id: GenreId) => void };

/** One to five genres: the chosen ones stand in the search field, the others below it. */
export function GenrePicker({ chosen, onToggle }: GenrePickerProps) {
  const [query, setQuery] = useState('');
  const fieldId = useId();
  const found = searchGenres(query).flatMap((genre) => {
    const id = genreIdSchema.parse(genre.id);
    return chosen.includes(id) ? [] : [{ ...genre, id }];
  });
  const isFull = chosen.length >= limits.genresPerProject;
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
        {found.length === 0 ? <p className="quiet">No other genre fits “{query}”.</p> : null}
      </fieldset>
    </div>
  );
}
