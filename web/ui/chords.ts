/**
 * Keys that are pressed together, as one text: "Ctrl+Shift+Z", "K", "?". Pure.
 *
 * A letter is what is printed on the key, because that is what a person looks for: on a French or Dvorak keyboard, "Z" is
 * where it is printed. Where the keyboard prints no Latin letter (Cyrillic, Greek, Arabic), and where Alt makes it another,
 * the place of the key counts. "Ctrl" stands for Command on a Mac, too.
 */
import { keyWords, modifierKeys, shownKeys } from './key-words.ts';

export type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

const WITH_SHIFT = `${keyWords.shift}+`;
const PLACES: Readonly<Record<string, string>> = { Comma: ',', Period: '.', Slash: '/', Minus: '-', Equal: '=' };

/** Null for a modifier that is pressed alone. */
export function chordOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: Pressed): string | null {
  if (modifierKeys.includes(key)) return null;
  const name = nameOf(key, code);
  const isLetter = /^[A-Z]$/.test(name);
  // Shift is a part of what it prints, but for letters and for keys that print nothing.
  const hasShift = shiftKey && (isLetter || name.length > 1 || shownKeys[key] !== undefined);
  return [
    ...(ctrlKey || metaKey ? [keyWords.ctrl] : []),
    ...(altKey ? [keyWords.alt] : []),
    ...(hasShift ? [keyWords.shift] : []),
    name,
  ].join('+');
}

function nameOf(key: string, code: string): string {
  const named = shownKeys[key];
  if (named !== undefined) return named;
  if (/^[\x21-\x7e]$/.test(key)) return key.toUpperCase();
  if (key.length > 1 && key !== 'Dead' && key !== 'Unidentified' && key !== 'Process') return key;
  return /^(?:Key|Digit)(.)$/.exec(code)?.[1] ?? PLACES[code] ?? key;
}

/** What a chord is shown as: one cap for each key. "+" is a key, too. */
export function keysOf(chord: string): string[] {
  return chord === '+' ? ['+'] : chord.replace(/\+\+$/, '+Plus').split('+');
}

/** What a page's handlers would be given if the chord itself was pressed. Only for chords that can be chosen. */
export function pressedBy(chord: string): { key: string; code: string; shiftKey: boolean } {
  const shiftKey = chord.startsWith(WITH_SHIFT);
  const name = shiftKey ? chord.slice(WITH_SHIFT.length) : chord;
  const isLetter = /^[A-Z]$/.test(name);
  return {
    key: isLetter && !shiftKey ? name.toLowerCase() : name,
    code: isLetter ? `Key${name}` : /^\d$/.test(name) ? `Digit${name}` : '',
    shiftKey,
  };
}

/**
 * Whether a command may have the chord: one key that prints something, with Shift if wanted, or Delete and Backspace. All
 * else belongs to browsers (Ctrl, Alt, function keys), to screen readers (Insert, Caps Lock), and to the controls of a page
 * (arrows, Space, Enter, Escape, Tab); `?` shows the list.
 */
export function canBeChosen(chord: string): boolean {
  const name = chord.startsWith(WITH_SHIFT) ? chord.slice(WITH_SHIFT.length) : chord;
  if (chord === '?') return false;
  return /^[\x21-\x7e]$/.test(name) || chord === 'Delete' || chord === 'Backspace';
}
