/** The settings' way to the key that this browser keeps. */
import { forgetKey, isKeyStored, storeKey } from '#api/stored-key.ts';
import type { KeptKey } from '#features/settings/kept-key-card.tsx';

export const keptKey: KeptKey = { isKept: isKeyStored, keep: storeKey, forget: forgetKey };
