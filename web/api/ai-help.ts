/** Help with an idea that is not a project yet. All throw ApiError (its `sentence` is for the person), OfflineError, AbortError. */
import { detectGenresReply, improveDescriptionReply } from '#shared/api/ai-help.ts';
import type { GenreId } from '#shared/catalogue/genres.ts';
import { request } from './client.ts';

/** A better description of the same idea. */
export async function improveDescription(description: string, signal: AbortSignal): Promise<string> {
  const call = { method: 'POST', path: '/api/improve-description', json: { description }, signal } as const;
  return (await request(call, improveDescriptionReply)).improvedDescription;
}

/** Genres that fit a description; none may. */
export async function detectGenres(description: string, signal: AbortSignal): Promise<GenreId[]> {
  const call = { method: 'POST', path: '/api/detect-genres', json: { description }, signal } as const;
  return (await request(call, detectGenresReply)).genres;
}
