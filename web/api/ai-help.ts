/** Help with an idea that is not a project yet. All throw ApiError (its `sentence` is for the person), OfflineError, AbortError. */
import { detectGenresReply, improveDescriptionReply } from '#shared/api/ai-help.ts';
import type { GenreId } from '#shared/catalogue/genres.ts';
import { once, readReply, rpc, until } from './rpc.ts';

/** A better description of the same idea. */
export async function improveDescription(description: string, signal: AbortSignal): Promise<string> {
  const input = { header: once(), json: { description } };
  const reply = await rpc.api['improve-description'].$post(input, until(signal));
  return (await readReply(reply, improveDescriptionReply)).improvedDescription;
}

/** Genres that fit a description; none may. */
export async function detectGenres(description: string, signal: AbortSignal): Promise<GenreId[]> {
  const input = { header: once(), json: { description } };
  const reply = await rpc.api['detect-genres'].$post(input, until(signal));
  return (await readReply(reply, detectGenresReply)).genres;
}
