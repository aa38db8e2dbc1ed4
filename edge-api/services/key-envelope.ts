/**
 * Envelope encryption (WebCrypto, AES-GCM): the text under its own data key, the data key under the server's secret.
 * Both are bound to their owner, so a row copied to another person can't be opened. A new server secret rewraps the
 * data keys and never touches the texts.
 */
import type { KeySecrets } from '../deps.ts';
import { sha256Hex } from './digest.ts';

type Bytes = Uint8Array<ArrayBuffer>;

export type Envelope = { kekId: string; wrappedDek: Bytes; dekIv: Bytes; keyIv: Bytes; ciphertext: Bytes };

/** The envelope can't be opened: another secret, another owner, or damage. */
export class EnvelopeError extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`The stored key can't be opened: ${reason}.`, options);
    this.name = 'EnvelopeError';
  }
}

const KEY_BYTES = 32;
/** The length that AES-GCM is made for. */
const IV_BYTES = 12;

/** An identifier of a server secret that doesn't reveal it. */
export async function kekIdOf(secret: Bytes): Promise<string> {
  return (await sha256Hex(secret)).slice(0, 8);
}

/** Seals a text into an envelope that only opens for `userId`. */
export async function sealText(
  text: string,
  userId: string,
  secret: Bytes,
  randomBytes: (count: number) => Bytes,
): Promise<Envelope> {
  const [dek, dekIv, keyIv] = [randomBytes(KEY_BYTES), randomBytes(IV_BYTES), randomBytes(IV_BYTES)];
  return {
    kekId: await kekIdOf(secret),
    wrappedDek: await encrypt(secret, dekIv, userId, dek),
    dekIv,
    keyIv,
    ciphertext: await encrypt(dek, keyIv, userId, new TextEncoder().encode(text)),
  };
}

/**
 * Opens an envelope.
 * @throws EnvelopeError
 */
export async function openText(envelope: Envelope, userId: string, secrets: KeySecrets): Promise<string> {
  const secret = await secretOf(envelope.kekId, secrets);
  try {
    const dek = await decrypt(secret, envelope.dekIv, userId, envelope.wrappedDek);
    return new TextDecoder('utf-8', { fatal: true }).decode(
      await decrypt(dek, envelope.keyIv, userId, envelope.ciphertext),
    );
  } catch (cause) {
    throw new EnvelopeError('it was made for somebody else or is damaged', { cause });
  }
}

/**
 * The envelope under the current secret: the data key is rewrapped, the text unchanged.
 * @throws EnvelopeError
 */
export async function rewrap<Sealed extends Envelope>(
  envelope: Sealed,
  userId: string,
  secrets: KeySecrets,
  randomBytes: (count: number) => Bytes,
): Promise<Sealed> {
  const secret = await secretOf(envelope.kekId, secrets);
  const dekIv = randomBytes(IV_BYTES);
  try {
    const dek = await decrypt(secret, envelope.dekIv, userId, envelope.wrappedDek);
    const wrappedDek = await encrypt(secrets.current, dekIv, userId, dek);
    return { ...envelope, kekId: await kekIdOf(secrets.current), wrappedDek, dekIv };
  } catch (cause) {
    throw new EnvelopeError('it was made for somebody else or is damaged', { cause });
  }
}

async function secretOf(kekId: string, { current, previous }: KeySecrets): Promise<Bytes> {
  if (kekId === (await kekIdOf(current))) return current;
  if (previous !== null && kekId === (await kekIdOf(previous))) return previous;
  throw new EnvelopeError(`its secret ${kekId} is not configured`);
}

async function encrypt(key: Bytes, iv: Bytes, userId: string, data: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.encrypt(parameters(iv, userId), await importKey(key, 'encrypt'), data));
}

async function decrypt(key: Bytes, iv: Bytes, userId: string, data: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.decrypt(parameters(iv, userId), await importKey(key, 'decrypt'), data));
}

function parameters(iv: Bytes, userId: string) {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(`gemini:v1:${userId}`) };
}

function importKey(bytes: Bytes, use: 'encrypt' | 'decrypt') {
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, [use]);
}
