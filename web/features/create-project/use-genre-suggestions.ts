import { useEffect, useState } from 'react';
import { detectGenres } from '#api/ai-help.ts';
import type { GenreId } from '#shared/catalogue/genres.ts';
import { limits } from '#shared/limits.ts';

type GenreDetection = {
  description: string;
  /** Detection needs a saved key. */
  hasKey: boolean;
  /** Detect right away, because the text was just improved; otherwise wait for a pause in typing. */
  isAtOnce: boolean;
};

/** Genres that fit the description. Drops an answer when the text has changed since; a failure is only logged. */
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
        if (!stop.signal.aborted) console.warn('Couldn’t detect genres.', error);
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
