import { FormNote } from './form-note.tsx';

/** Says that a text has come to its longest: what is typed or pasted beyond it is not taken. Lengths are in characters. */
export function LengthNote({ length, limit }: { length: number; limit: number }) {
  if (length < limit) return null;
  return <FormNote tone="plain">No more than {limit.toLocaleString('en')} characters fit here.</FormNote>;
}
