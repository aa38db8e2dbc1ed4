import { useHasKey, useReach } from '#data/live.ts';
import { useOnline } from '#ui/online.ts';
import { refusalsOf, type Refusals } from './refusals.ts';

/** Why the server, or a model, can't be asked for something now. Lists ask once for all their rows. */
export function useRefusals(): Refusals {
  return refusalsOf({ isOnline: useOnline(), reach: useReach(), hasKey: useHasKey() });
}
