/** Asking a text model where nobody keeps accounts. */
import type { Asking } from '#edge-api/providers/text-model/port.ts';

export function atNoCost(timeoutMs: number): Asking {
  return { signal: AbortSignal.timeout(timeoutMs), pay: (_, send) => send() };
}
