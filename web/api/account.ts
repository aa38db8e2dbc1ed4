/** The person's API key. All throw ApiError (its `sentence` is for the person) and OfflineError. */
import type { z } from 'zod';
import { saveApiKeyReply, validateApiKeyReply } from '#shared/api/users.ts';
import { userSchema } from '#shared/entities/user.ts';
import { request } from './client.ts';
import { keys } from './keys.ts';
import { refreshSession } from './queries/session.ts';
import { queryClient } from './query-client.ts';

/** Asks the provider about a key. A key that it refuses is an answer, not an error. */
export function validateApiKey(apiKey: string): Promise<z.infer<typeof validateApiKeyReply>> {
  return request({ method: 'POST', path: '/api/validate-api-key', json: { apiKey } }, validateApiKeyReply);
}

/** Saves a key, and asks anew who the person is and which models the key can reach. */
export async function saveApiKey(apiKey: string): Promise<z.infer<typeof saveApiKeyReply>> {
  const reply = await request({ method: 'POST', path: '/api/user/save-api-key', json: { apiKey } }, saveApiKeyReply);
  if (reply.success) await accountChanged();
  return reply;
}

/** Removes the key; the person then has none. */
export async function removeApiKey(): Promise<void> {
  await request({ method: 'DELETE', path: '/api/user/api-key' }, userSchema);
  await accountChanged();
}

async function accountChanged(): Promise<void> {
  queryClient.removeQueries({ queryKey: keys.models });
  await refreshSession();
}
