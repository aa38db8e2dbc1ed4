/** The thirty genres and how people look for them. */
import { z } from 'zod';
import { genreWords } from './genre-words.ts';

export type Genre = { id: string; label: string; description: string; keywords: readonly string[] };

export const genres = genreWords satisfies readonly Genre[];

export type GenreId = (typeof genres)[number]['id'];

export const genreIds = genres.map((genre) => genre.id) as [GenreId, ...GenreId[]];
export const genreIdSchema = z.enum(genreIds);

/** The labels of some genres in their given order, joined by ", ". */
export function genreLabels(ids: readonly GenreId[]): string {
  return ids.map((id) => genres.find((genre) => genre.id === id)?.label ?? id).join(', ');
}

/** Genres whose label, description or search words contain every word of the query; all for an empty one. */
export function searchGenres(query: string): readonly Genre[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return genres.filter((genre) => {
    const text = [genre.label, genre.description, ...genre.keywords].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
