/** The person's API key and account. All throw ApiError (its `sentence` is for the person) and OfflineError. */
import type { z } from 'zod';
import { DELETE_WORD, saveApiKeyReply, validateApiKeyReply } from '#shared/api/users.ts';
import { keys } from './keys.ts';
import { refreshSession } from './queries/session.ts';
import { queryClient } from './query-client.ts';
import { readReply, rpc } from './rpc.ts';

/** Asks the provider about a key. A key that it refuses is an answer, not an error. */
export async function validateApiKey(apiKey: string): Promise<z.infer<typeof validateApiKeyReply>> {
  return readReply(await rpc.api['validate-api-key'].$post({ json: { apiKey } }), validateApiKeyReply);
}

/** Saves a key, and asks anew who the person is and which models the key can reach. */
export async function saveApiKey(apiKey: string): Promise<z.infer<typeof saveApiKeyReply>> {
  const saved = await rpc.api.user['save-api-key'].$post({ json: { apiKey } });
  const reply = await readReply(saved, saveApiKeyReply);
  if (reply.success) await accountChanged();
  return reply;
}

/** Removes the key; the person then has none. */
export async function removeApiKey(): Promise<void> {
  await rpc.api.user['api-key'].$delete();
  await accountChanged();
}

/** Deletes the account and everything in it. */
export async function deleteAccount(): Promise<void> {
  await rpc.api.user.$delete({ json: { confirm: DELETE_WORD } });
}

async function accountChanged(): Promise<void> {
  queryClient.removeQueries({ queryKey: keys.models });
  await refreshSession();
}
