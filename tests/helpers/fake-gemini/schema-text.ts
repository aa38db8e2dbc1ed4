// Made-up text for one string of a schema: plausible by the property's name, within its limits.

export interface TextWish {
  name: string;
  /** Position in the nearest array; makes texts differ. */
  index: number;
  minLength: number;
  maxLength: number;
  format: string | undefined;
  pattern: string | undefined;
}

const FILLER =
  'A lone figure walks across wet sand at dawn while the camera glides low beside the waves, soft light on the water, gulls far away, and a calm wind over the dunes. ';

/** Properties that hold a paragraph rather than a label. */
const LONG_NAMES = /prompt|description|summary|synopsis/i;

/** A text that meets the wish. Throws if there is a pattern that none of the candidates meets. */
export function textFor(wish: TextWish): string {
  const fitting = candidates(wish).find((text) => meets(text, wish));
  if (fitting !== undefined) return fitting;
  throw new Error(`No made-up text for "${wish.name}" meets the pattern ${wish.pattern ?? ''}; pass the option text.`);
}

function candidates(wish: TextWish): string[] {
  const number = wish.index + 1;
  const byFormat: Record<string, string> = {
    'date-time': `2026-01-0${(number % 9) + 1}T10:00:00.000Z`,
    date: `2026-01-0${(number % 9) + 1}`,
    time: '10:00:00Z',
    uuid: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    email: `person${number}@example.com`,
    uri: `https://example.com/${number}`,
    url: `https://example.com/${number}`,
  };
  const formatted = wish.format === undefined ? undefined : byFormat[wish.format];
  if (formatted !== undefined) return [formatted];
  const start = `${words(wish.name)} ${number}`;
  const sentence = fitted(LONG_NAMES.test(wish.name) ? `${start}. ${FILLER.trim()}` : start, wish);
  const digits = String(number).padStart(Math.max(1, wish.minLength), '0');
  const slug = `${words(wish.name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')}-${number}`;
  const letters = 'abcdefghijklmnopqrstuvwxyz'.repeat(8).slice(wish.index, wish.index + Math.max(1, wish.minLength));
  const hex = number.toString(16).padStart(6, '0');
  const others = [
    slug,
    `c${number}`,
    digits,
    letters,
    letters.toUpperCase(),
    `#${hex}`,
    hex,
    `${number}s`,
    `${number}:00`,
  ];
  return wish.pattern === undefined ? [sentence] : [sentence, ...others, ...Object.values(byFormat)];
}

/** "videoPrompt" becomes "Video prompt". */
function words(name: string): string {
  const spaced = name
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z0-9])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
  return spaced === '' ? 'Text' : spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

function fitted(start: string, wish: TextWish): string {
  let text = start;
  while (text.length < wish.minLength) text += `. ${FILLER.trim()}`;
  const longest = Math.max(wish.minLength, Math.min(wish.maxLength, text.length));
  return text.slice(0, longest).replace(/\s$/, '.');
}

function meets(text: string, wish: TextWish): boolean {
  const isLong = text.length >= wish.minLength && text.length <= wish.maxLength;
  return isLong && (wish.pattern === undefined || pattern(wish.pattern).test(text));
}

/** Schemas write patterns for the `u` flag; some carry escapes that only the old grammar takes. */
function pattern(source: string): RegExp {
  try {
    return new RegExp(source, 'u');
  } catch {
    return new RegExp(source);
  }
}
