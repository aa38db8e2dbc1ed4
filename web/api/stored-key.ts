/**
 * An API key that a person keeps in this browser, encrypted, until they sign out or somebody else signs in. What it is encrypted with is made from the browser's name and
 * the page's origin, both of which any code on this page knows: it hides the key from a glance at the storage, and from no
 * more than that.
 */
import { z } from 'zod';
import { base64Of, bytesOfBase64 } from '#shared/bytes.ts';

const NAME = 'storyreel.gemini-key';
const ITERATIONS = 100_000;
const SALT_BYTES = 16;
/** As AES-GCM wants it (NIST SP 800-38D). */
const IV_BYTES = 12;

const sealedSchema = z.object({ encrypted: z.base64(), iv: z.base64(), salt: z.base64() });
export type SealedKey = z.infer<typeof sealedSchema>;

/** What the encryption key is derived from. */
export type Place = { userAgent: string; origin: string };

export async function sealKey(apiKey: string, place: Place): Promise<SealedKey> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const key = await derive(place, salt);
  const encrypted = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(apiKey));
  return { encrypted: base64Of(new Uint8Array(encrypted)), iv: base64Of(iv), salt: base64Of(salt) };
}

/** @throws ZodError for another shape, OperationError for one that was sealed elsewhere or was changed */
export async function openSealed(sealed: unknown, place: Place): Promise<string> {
  const { encrypted, iv, salt } = sealedSchema.parse(sealed);
  const key = await derive(place, bytesOfBase64(salt));
  const opened = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: bytesOfBase64(iv) }, key, bytesOfBase64(encrypted));
  return new TextDecoder().decode(opened);
}

/** Keeps the key in this browser, in place of one that was kept before. @throws QuotaExceededError, SecurityError */
export async function storeKey(apiKey: string): Promise<void> {
  localStorage.setItem(NAME, JSON.stringify(await sealKey(apiKey, here())));
}

/** Where there is no local storage, there is nothing to forget. */
export function forgetKey(): void {
  if (isKeyStored()) localStorage.removeItem(NAME);
}

/** Whether something is kept, be it good or not. */
export function isKeyStored(): boolean {
  return readItem() !== null;
}

/** Null where none is kept, or none that can be read; the latter goes to the log. */
export async function readStoredKey(): Promise<string | null> {
  const item = readItem();
  if (item === null) return null;
  try {
    return await openSealed(JSON.parse(item), here());
  } catch (error) {
    console.warn('The key that this browser keeps cannot be read and is not used.', error);
    return null;
  }
}

function readItem(): string | null {
  try {
    return localStorage.getItem(NAME);
  } catch (error) {
    console.warn('This browser allows no local storage.', error);
    return null;
  }
}

function here(): Place {
  return { userAgent: navigator.userAgent, origin: location.origin };
}

async function derive({ userAgent, origin }: Place, salt: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const base = new TextEncoder().encode(userAgent + origin);
  const material = await crypto.subtle.importKey('raw', base, 'PBKDF2', false, ['deriveKey']);
  const by = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ITERATIONS };
  return await crypto.subtle.deriveKey(by, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}
