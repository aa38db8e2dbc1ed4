/** How screens have a key judged, saved and removed. */
import { removeApiKey, saveApiKey, validateApiKey } from '#api/account.ts';

export const keyCalls = {
  validate: validateApiKey,
  remove: removeApiKey,
  /** @throws Error when it was not saved */
  async save(apiKey: string): Promise<void> {
    const reply = await saveApiKey(apiKey);
    if (!reply.success) throw new Error(reply.message || 'Failed to save API key');
  },
};
