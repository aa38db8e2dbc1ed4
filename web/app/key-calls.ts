/** How screens have a key judged and saved. */
import { saveApiKey, validateApiKey } from '#api/account.ts';
import type { KeyCalls } from '#widgets/use-key-form.ts';

export const keyCalls: KeyCalls = {
  validate: validateApiKey,
  async save(apiKey) {
    const reply = await saveApiKey(apiKey);
    if (!reply.success) throw new Error(reply.message || 'Failed to save API key');
  },
};
