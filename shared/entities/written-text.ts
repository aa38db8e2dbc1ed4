/** Text that people and models write. */
import { z } from 'zod';

/**
 * A text as every database keeps it: without NUL, at which the embedded one ends a text when it reads it, and with U+FFFD
 * in the place of half a surrogate pair, for which UTF-8 has no form.
 */
export function keepableText(text: string): string {
  return text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\uFFFD');
}

/** A field for a text. Space around it is no part of it; what is stored is what is answered. */
export function writtenText() {
  return z.string().overwrite(keepableText).trim();
}
