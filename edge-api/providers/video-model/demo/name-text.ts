/** Text as letters that may stand in a name. */

export function base64UrlText(text: string): string {
  const letters = btoa(String.fromCharCode(...new TextEncoder().encode(text)));
  return letters.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** @throws DOMException when the name holds no such text */
export function textFromBase64Url(name: string): string {
  const bytes = Uint8Array.from(atob(name.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  );
  return new TextDecoder().decode(bytes);
}
