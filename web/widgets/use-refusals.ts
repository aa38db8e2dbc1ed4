import { useHasKey, useReach } from '#data/live.ts';
import { useOnline } from '#ui/online.ts';
import { refusalsOf, type Refusals } from './refusals.ts';
import { refusalWords } from './words.ts';

/** Why the server, or a model, can't be asked for something now. Lists ask once for all their rows. */
export function useRefusals(): Refusals {
  return refusalsOf({ isOnline: useOnline(), reach: useReach(), hasKey: useHasKey() });
}

/** Why the server can't be asked for what anybody may ask of it, as to sign in or to see what is public; null when it can. */
export function usePublicRefusal(): string | null {
  const { server } = refusalsOf({ isOnline: useOnline(), reach: useReach(), hasKey: undefined });
  return server === refusalWords.signedOut ? null : (server?.sentence ?? null);
}
