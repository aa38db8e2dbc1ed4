/** Text as letters that may stand in a name. */
import { base64UrlOf, bytesOfBase64Url } from '#shared/bytes.ts';

export function base64UrlText(text: string): string {
  return base64UrlOf(new TextEncoder().encode(text));
}

/** @throws DOMException when the name holds no such text */
export function textFromBase64Url(name: string): string {
  return new TextDecoder().decode(bytesOfBase64Url(name));
}
