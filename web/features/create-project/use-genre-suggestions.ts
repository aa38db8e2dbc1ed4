import { useEffect, useState } from 'react';
import { detectGenres } from '#api/ai-help.ts';
import type { GenreId } from '#shared/catalogue/genres.ts';
import { limits } from '#shared/limits.ts';

type GenreDetection = {
  description: string;
  /** Only who has a saved key can ask. */
  hasKey: boolean;
  /** A text that was just improved is asked about at once; one that is being typed, when the typing rests. */
  isAtOnce: boolean;
};

/** Genres that fit what is being written. An answer about a text that has changed since is dropped; a failure is only logged. */
export function useGenreSuggestions({ description, hasKey, isAtOnce }: GenreDetection) {
  const [suggested, setSuggested] = useState<readonly GenreId[]>([]);
  const text = description.trim();
  const isWanted = hasKey && text.length >= limits.genreDetectionMinCharacters;
  const delayMs = isAtOnce ? 0 : limits.genreDetectionDelayMs;
  useEffect(() => {
    if (!isWanted) return;
    const stop = new AbortController();
    const ask = async (): Promise<void> => {
      try {
        setSuggested(await detectGenres(text, stop.signal));
      } catch (error) {
        if (!stop.signal.aborted) console.warn('Genres were not detected.', error);
      }
    };
    const timer = setTimeout(() => void ask(), delayMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text, isWanted, delayMs]);
  return { suggested, clearSuggested: () => setSuggested([]) };
}
