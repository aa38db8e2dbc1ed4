import { FormNote } from './form-note.tsx';
import { uiWords } from './words.ts';

/** Says that a text is as long as it can get: the field ignores what is typed or pasted beyond that. Lengths are in characters. */
export function LengthNote({ length, limit }: { length: number; limit: number }) {
  if (length < limit) return null;
  return <FormNote tone="plain">{uiWords.lengthLimit({ limit })}</FormNote>;
}
