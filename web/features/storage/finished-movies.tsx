import { Heading } from '@radix-ui/themes';
import { useState } from 'react';
import { useExports } from '#data/live.ts';
import type { ExportRow } from '#data/tables/rows.ts';
import { dismissExport, downloadExport } from '#editor/page-exports.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import { showFailure, showToast } from '#ui/toasts.ts';
import styles from './file-list.module.css';
import { finishedMovieWords as words } from './finished-movie-words.ts';
import { RemoveFilesDialog } from './remove-files-dialog.tsx';

type FinishedMoviesProps = {
  /** Projects that are there. */
  projectIds: ReadonlySet<string>;
  onRemoved: () => void;
};

/** Every movie that was exported into this browser, of deleted projects too: to be had again, or removed. */
export function FinishedMovies({ projectIds, onRemoved }: FinishedMoviesProps) {
  const movies = useExports()?.filter(({ status, keptIn }) => status === 'complete' && keptIn === 'device') ?? [];
  const [removing, setRemoving] = useState<readonly ExportRow[]>([]);
  if (movies.length === 0) return null;
  const remove = async (): Promise<void> => {
    setRemoving([]);
    let count = 0;
    try {
      for (const movie of removing) {
        await dismissExport(movie);
        count += 1;
      }
      showToast({ title: words.removed({ count }) });
    } catch (error) {
      showFailure(words.removeFailed({ count, all: removing.length }), error);
    }
    onRemoved();
  };
  const nameOf = ({ fileName, createdAt }: ExportRow): string =>
    movies.filter((movie) => movie.fileName === fileName).length === 1
      ? fileName
      : words.named({ fileName, atMs: createdAt });
  return (
    <section className={styles['files']} aria-labelledby="finished-movies">
      <div className={styles['head']}>
        <Heading as="h2" size="3" id="finished-movies">
          {words.title}
        </Heading>
        <p className="numbers">{words.sum({ count: movies.length, bytes: bytesOf(movies) })}</p>
      </div>
      <div className={styles['line']}>
        <p className={styles['note']}>{words.lead}</p>
        {movies.length === 1 ? null : (
          <QuietButton size="1" onClick={() => setRemoving(movies)}>
            {words.removeAll({ bytes: bytesOf(movies) })}
          </QuietButton>
        )}
      </div>
      <ul className={styles['list']}>
        {movies.map((movie) => (
          <Movie
            key={movie.id}
            movie={movie}
            name={nameOf(movie)}
            hasProject={projectIds.has(movie.projectId)}
            onRemove={() => setRemoving([movie])}
          />
        ))}
      </ul>
      {removing.length === 0 ? null : (
        <RemoveFilesDialog
          title={words.confirmTitle({ count: removing.length })}
          lead={words.confirmLead({ bytes: bytesOf(removing) })}
          confirm={words.remove}
          files={removing.map((movie) => ({ id: movie.id, name: nameOf(movie) }))}
          refusal={null}
          onRemove={() => void remove()}
          onClose={() => setRemoving([])}
        />
      )}
    </section>
  );
}

type MovieProps = {
  movie: ExportRow;
  /** Which no other has. */ name: string;
  hasProject: boolean;
  onRemove: () => void;
};

function Movie({ movie, name, hasProject, onRemove }: MovieProps) {
  const { fileName, title, createdAt, sizeBytes, resolution } = movie;
  const download = (): void => {
    downloadExport(movie).catch((error: unknown) => showFailure(words.downloadFailed, error));
  };
  return (
    <li>
      <div className={styles['about']}>
        <p className={styles['name']}>{fileName}</p>
        <p className={`${styles['note']} numbers`}>
          {words.facts({ resolution, sizeBytes: sizeBytes ?? 0, atMs: createdAt })}
        </p>
      </div>
      <p className={`${styles['state']} ${styles['note']}`}>
        {hasProject ? words.of({ title }) : words.withoutProject}
      </p>
      <div className={styles['acts']}>
        <QuietButton size="1" aria-label={words.downloadOf({ fileName: name })} onClick={download}>
          {words.download}
        </QuietButton>
        <QuietButton size="1" aria-label={words.removeOf({ fileName: name })} onClick={onRemove}>
          {words.remove}
        </QuietButton>
      </div>
    </li>
  );
}

function bytesOf(movies: readonly ExportRow[]): number {
  return movies.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0);
}
