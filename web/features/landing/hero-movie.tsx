import { useEffect, type RefObject } from 'react';
import styles from './editor-frame.module.css';
import { demoMovie } from './pictures.ts';

type HeroMovieProps = {
  movie: RefObject<HTMLVideoElement | null>;
  /** Seconds into the movie, four times a second. */
  onTime: (seconds: number) => void;
  onPlaying: (isPlaying: boolean) => void;
};

/** The poster first; the movie is fetched when it is to play, and begins with the poster's frame. */
export function HeroMovie({ movie, onTime, onPlaying }: HeroMovieProps) {
  return (
    <>
      <img
        src={demoMovie.poster}
        alt="A caravan crosses the dunes at dawn, with the words The Long Way Home over it: a frame of a movie from the demo studio"
        width={1248}
        height={702}
        fetchPriority="high"
      />
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

/** Plays the movie once everything else of the page is there; not for people who asked for less motion or less data. */
export function usePlayWhenLoaded(movie: RefObject<HTMLVideoElement | null>): void {
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches || savesData()) return;
    const start = (): void => void playMovie(movie.current);
    if (document.readyState === 'complete') start();
    else addEventListener('load', start, { once: true });
    return () => removeEventListener('load', start);
  }, [movie]);
}

/** Only Chromium tells of its data saver. */
function savesData(): boolean {
  const connection: unknown = 'connection' in navigator ? navigator.connection : null;
  return (
    typeof connection === 'object' && connection !== null && 'saveData' in connection && connection.saveData === true
  );
}

/** A browser that lets nothing play by itself leaves the poster and the Play button. */
export async function playMovie(movie: HTMLVideoElement | null): Promise<void> {
  try {
    await movie?.play();
  } catch (error) {
    if (error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name)) return;
    console.warn('The demo movie does not play here.', error);
  }
}
