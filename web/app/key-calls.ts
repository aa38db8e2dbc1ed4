/** How screens validate, save, and remove a key. */
import { removeApiKey, saveApiKey, validateApiKey } from '#api/account.ts';
import { failureTitles } from '#shared/words/product-words.ts';

export const keyCalls = {
  validate: validateApiKey,
  remove: removeApiKey,
  /** @throws Error when it was not saved */
  async save(apiKey: string): Promise<void> {
    const reply = await saveApiKey(apiKey);
    if (!reply.success) throw new Error(reply.message || failureTitles.saveKey);
  },
};
