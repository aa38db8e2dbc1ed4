/** Links that open one path for one method until a time, to whoever has them. */
import { keyedHashHex } from './digest.ts';

const UNTIL = 'until';
const SIGNATURE = 'signature';

/** A key of their own, so that no other use of the secret ever signs a link. */
function linkKey(secret: Uint8Array): Uint8Array {
  return new TextEncoder().encode(keyedHashHex(secret, 'signed links v1'));
}

/**
 * @param path with what else stands in its query
 * @returns the path with its time and signature
 */
export function signLink(secret: Uint8Array, method: 'GET' | 'PUT', path: string, untilMs: number): string {
  const url = new URL(path, 'http://link.invalid');
  url.searchParams.set(UNTIL, String(untilMs));
  url.searchParams.set(SIGNATURE, signatureOf(secret, method, url));
  return url.pathname + url.search;
}

/** Whether a request came by a link that was signed for it and hasn't run out. */
export function isSignedLink(secret: Uint8Array, method: string, address: string, nowMs: number): boolean {
  const url = new URL(address);
  const given = url.searchParams.get(SIGNATURE) ?? '';
  url.searchParams.delete(SIGNATURE);
  const isMeant = sameText(given, signatureOf(secret, method === 'HEAD' ? 'GET' : method, url));
  return isMeant && nowMs < Number(url.searchParams.get(UNTIL));
}

function signatureOf(secret: Uint8Array, method: string, { pathname, search }: URL): string {
  return keyedHashHex(linkKey(secret), `${method}\n${pathname}\n${search}`);
}

/** How long it takes tells nothing of where they differ. */
export function sameText(left: string, right: string): boolean {
  let difference = left.length ^ right.length;
  for (let index = 0; index < right.length; index++) difference |= left.charCodeAt(index) ^ right.charCodeAt(index);
  return difference === 0;
}
