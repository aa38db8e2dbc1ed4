/** Which video models a key reaches, and whether a key is good at all. */
import type { KeyCheck, TextModelFor } from '#edge-api/providers/text-model/port.ts';

const CHECK_TIMEOUT_MS = 15_000;

/**
 * Asks the provider whether it accepts a key.
 * @throws AppError `rate_limited` or `provider_failed` when the provider gave no verdict
 */
export function checkKey(deps: { textModelFor: TextModelFor }, apiKey: string): Promise<KeyCheck> {
  return deps.textModelFor(apiKey).checkKey(AbortSignal.timeout(CHECK_TIMEOUT_MS));
}
