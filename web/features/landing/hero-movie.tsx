import { useEffect, type RefObject } from 'react';
import styles from './editor-frame.module.css';
import { demoMovie } from './pictures.ts';
import { editorFrameWords } from './words.ts';

type HeroMovieProps = {
  movie: RefObject<HTMLVideoElement | null>;
  /** Seconds into the movie, four times a second. */
  onTime: (seconds: number) => void;
  onPlaying: (isPlaying: boolean) => void;
};

/** Shows the poster first. The movie is fetched when it is played, and starts at the poster's frame. */
export function HeroMovie({ movie, onTime, onPlaying }: HeroMovieProps) {
  return (
    <>
      <img src={demoMovie.poster} alt={editorFrameWords.poster} width={1248} height={702} fetchPriority="high" />
      <video
        ref={movie}
        className={styles['movie'] ?? ''}
        src={`${demoMovie.file}#t=${demoMovie.posterSeconds}`}
        preload="none"
        muted
        loop
        playsInline
        tabIndex={-1}
        aria-hidden="true"
        onPlaying={() => onPlaying(true)}
        onPause={() => onPlaying(false)}
        onTimeUpdate={(event) => onTime(event.currentTarget.currentTime)}
      />
    </>
  );
}

/** Plays the movie once the rest of the page has loaded, except for people who asked for less motion or less data. */
export function usePlayWhenLoaded(movie: RefObject<HTMLVideoElement | null>): void {
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches || savesData()) return;
    const start = (): void => void playMovie(movie.current);
    if (document.readyState === 'complete') start();
    else addEventListener('load', start, { once: true });
    return () => removeEventListener('load', start);
  }, [movie]);
}

/** Only Chromium exposes its data saver. */
function savesData(): boolean {
  const connection: unknown = 'connection' in navigator ? navigator.connection : null;
  return (
    typeof connection === 'object' && connection !== null && 'saveData' in connection && connection.saveData === true
  );
}

/** Where the browser blocks autoplay, the poster and the Play button stay. */
export async function playMovie(movie: HTMLVideoElement | null): Promise<void> {
  try {
    await movie?.play();
  } catch (error) {
    if (error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name)) return;
    console.warn('The demo movie can’t be played here.', error);
  }
}
