/** Which keys a person chose in place of a page's own. Pure. */
import { canBeChosen, chordOf, pressedBy, type Pressed } from './chords.ts';
import { keyWords } from './key-words.ts';
import type { ShortcutGroup } from './keyboard-help.ts';

/** By a command's own chord, the one that it has now: none where it was left without one. */
export type KeyChoices = Readonly<Record<string, readonly string[]>>;

/** A command of the open page that can have another key. */
export type Command = { own: string; does: string };

export function commandsOf(groups: readonly ShortcutGroup[]): Command[] {
  return groups.flatMap(({ shortcuts }) =>
    shortcuts.flatMap(({ keys, does }) => {
      const own = keys.join('+');
      return canBeChosen(own) ? [{ own, does }] : [];
    }),
  );
}

/** The chord of a command now; null where it has none. */
export function chordNow(own: string, choices: KeyChoices): string | null {
  const chosen = choices[own];
  return chosen === undefined ? own : (chosen[0] ?? null);
}

/** The other command that a chord belongs to now; null where it is free. */
export function takenBy(
  chord: string,
  own: string,
  { commands, choices }: { commands: readonly Command[]; choices: KeyChoices },
): Command | null {
  return commands.find((other) => other.own !== own && chordNow(other.own, choices) === chord) ?? null;
}

/** Gives a command a chord, or none; whoever had the chord is left without one. */
export function withChord(
  choices: KeyChoices,
  own: string,
  chord: string | null,
  commands: readonly Command[],
): Record<string, string[]> {
  const next = Object.fromEntries(Object.entries(choices).map(([key, chosen]) => [key, [...chosen]]));
  const loser = chord === null ? null : takenBy(chord, own, { commands, choices });
  if (loser) next[loser.own] = [];
  if (chord === own) delete next[own];
  else next[own] = chord === null ? [] : [chord];
  return next;
}

/** The commands have their own keys again; those of other pages keep what was chosen. */
export function withoutChoices(choices: KeyChoices, commands: readonly Command[]): Record<string, string[]> {
  const others = Object.entries(choices).filter(([own]) => commands.every((command) => command.own !== own));
  return Object.fromEntries(others.map(([own, chosen]) => [own, [...chosen]]));
}

export type Meant =
  /** The page hears what was pressed. */
  | { kind: 'as-pressed' }
  /** The page hears this, with the modifiers that were pressed but for Shift. */
  | { kind: 'as-own'; key: string; code: string; shiftKey: boolean }
  /** The command that had this key has another one now: the page hears nothing. */
  | { kind: 'nothing' };

const AS_PRESSED: Meant = { kind: 'as-pressed' };

/** What a key means to the page, whose handlers know only its own keys and Latin letters. */
export function meantBy(pressed: Pressed, commands: readonly Command[], choices: KeyChoices): Meant {
  const chord = chordOf(pressed);
  if (chord === null) return AS_PRESSED;
  if (!canBeChosen(chord)) return inLatin(pressed, chord);
  const meant = commands.find(({ own }) => chordNow(own, choices) === chord);
  if (meant) return meant.own === chord ? inLatin(pressed, chord) : { kind: 'as-own', ...pressedBy(meant.own) };
  // With Shift too, a letter is its command's, as long as nobody chose just that.
  const isGivenUp = ({ own }: Command): boolean =>
    (own === chord || `${keyWords.shift}+${own}` === chord) && chordNow(own, choices) !== own;
  return commands.some(isGivenUp) ? { kind: 'nothing' } : inLatin(pressed, chord);
}

/** As it was pressed, in Latin where the keyboard prints something else. */
function inLatin({ key, code, shiftKey }: Pressed, chord: string): Meant {
  const name = chord.split('+').at(-1) ?? '';
  const isOther = key.length === 1 && !/^[\x20-\x7e]$/.test(key) && /^[A-Z0-9,./=-]$/.test(name);
  return isOther ? { kind: 'as-own', key: shiftKey ? name : name.toLowerCase(), code, shiftKey } : AS_PRESSED;
}
