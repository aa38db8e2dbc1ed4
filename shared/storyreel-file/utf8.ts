/** Text as it lies in files. */
// Every host has it (Encoding 7.2); this folder's types know of none.
declare class TextDecoder {
  constructor(label: 'utf-8', options: { fatal: true });
  decode(bytes: Uint8Array): string;
}

/** @throws TypeError for bytes that are no text */
export function textOf(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}
