/** People's API keys: encrypted on arrival, decrypted only to call the provider. Only a mask ever leaves the server. */
import { DEMO_STUDIO_KEY } from '#shared/entities/user.ts';
import { AppError } from '#shared/errors.ts';
import { maskKey } from '#shared/rules/key-mask.ts';
import type { Deps } from '../deps.ts';
import type { KeyCheck } from '#edge-api/providers/text-model/port.ts';
import { deleteKey, findKey, saveKey, type SealedKey } from '#edge-api/repos/api-keys.ts';
import { EnvelopeError, kekIdOf, openText, sealText } from './key-envelope.ts';
import { checkKey } from './models.ts';
import { keyWords } from './words.ts';

type VaultDeps = Pick<Deps, 'db' | 'keySecrets' | 'config' | 'now' | 'randomBytes' | 'log'>;

/** Printable ASCII, as HTTP headers allow; providers' keys have nothing else. */
const KEY_FORM = /^[\x21-\x7e]+$/;

/**
 * Checks a key without storing it.
 * @throws AppError `rate_limited` or `provider_failed` when the provider gave no verdict
 */
export async function validateKey(deps: Pick<Deps, 'textModelFor' | 'config'>, apiKey: string): Promise<KeyCheck> {
  const refusal = whyNotAccepted(deps, apiKey);
  return refusal === null ? checkKey(deps, apiKey) : { valid: false, error: refusal };
}

/**
 * Stores a person's key, replacing any earlier one.
 * @throws AppError `api_key_rejected` for what can't be a key here
 */
export async function keepKey(deps: VaultDeps, userId: string, apiKey: string): Promise<void> {
  const refusal = whyNotAccepted(deps, apiKey);
  if (refusal !== null) throw new AppError('api_key_rejected', refusal);
  const envelope = await sealText(apiKey, userId, deps.keySecrets.current, deps.randomBytes);
  await saveKey(
    deps.db,
    userId,
    { ...envelope, mask: apiKey === DEMO_STUDIO_KEY ? apiKey : maskKey(apiKey) },
    deps.now(),
  );
}

/** Deletes a person's key, if there is one. */
export async function forgetKey(deps: Pick<Deps, 'db'>, userId: string): Promise<void> {
  await deleteKey(deps.db, userId);
}

/**
 * A person's key, for a call to the provider. Null when no key is usable: none saved, sealed under a lost secret,
 * damaged (which is logged), or the demo studio's where that isn't offered.
 */
export async function readApiKey(
  deps: Pick<Deps, 'db' | 'keySecrets' | 'config' | 'log'>,
  userId: string,
): Promise<string | null> {
  const sealed = await findKey(deps.db, userId);
  if (sealed === null || !isUsable(deps, sealed)) return null;
  try {
    return await openText(sealed, userId, deps.keySecrets);
  } catch (error) {
    if (!(error instanceof EnvelopeError)) throw error;
    deps.log.error('api_key_unreadable', { userId, error });
    return null;
  }
}

/**
 * The key for an AI call.
 * @param offered a key from the person's browser, used for this call and never stored
 * @throws AppError `no_api_key`, or `api_key_rejected` for an offered one that can't be a key here
 */
export async function requireApiKey(
  deps: Pick<Deps, 'db' | 'keySecrets' | 'config' | 'log'>,
  userId: string,
  offered: string | null = null,
): Promise<string> {
  if (offered !== null) {
    const refusal = whyNotAccepted(deps, offered);
    if (refusal !== null) throw new AppError('api_key_rejected', refusal);
    return offered;
  }
  return (await readApiKey(deps, userId)) ?? refuseKeyless();
}

/** @throws AppError `no_api_key` */
export function refuseKeyless(): never {
  throw new AppError('no_api_key', keyWords.missing);
}

/** The mask of a person's key, null when they have no usable one. */
export async function keyMask(
  deps: Pick<Deps, 'db' | 'keySecrets' | 'config'>,
  userId: string,
): Promise<string | null> {
  const sealed = await findKey(deps.db, userId);
  if (sealed === null || !isUsable(deps, sealed)) return null;
  const { current, previous } = deps.keySecrets;
  const known = await Promise.all([current, ...(previous === null ? [] : [previous])].map(kekIdOf));
  return known.includes(sealed.kekId) ? sealed.mask : null;
}

function isUsable(deps: Pick<Deps, 'config'>, sealed: Pick<SealedKey, 'mask'>): boolean {
  return deps.config.demoStudio || sealed.mask !== DEMO_STUDIO_KEY;
}

function whyNotAccepted(deps: Pick<Deps, 'config'>, apiKey: string): string | null {
  if (apiKey === DEMO_STUDIO_KEY) return deps.config.demoStudio ? null : keyWords.noDemoStudio;
  return KEY_FORM.test(apiKey) ? null : keyWords.notAKey;
}
