import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canBeChosen, chordOf, keysOf, pressedBy, type Pressed } from '#ui/chords.ts';
import { chordNow, commandsOf, meantBy, takenBy, withChord, type KeyChoices } from '#ui/key-choices.ts';
import { timelineShortcuts } from '#features/timeline/transport/shortcut-words.ts';
import { editorShortcuts } from '#features/editor-shell/shortcut-words.ts';

const press = (key: string, more: Partial<Pressed> = {}): Pressed => ({
  ...{ key, code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false },
  ...more,
});
const commands = [
  { own: 'K', does: 'Play or pause' },
  { own: 'I', does: 'Set the start point' },
  { own: ',', does: 'Back one frame' },
];

describe('a chord', () => {
  test('is what is printed on the key', () => {
    expect(chordOf(press('k', { code: 'KeyK' }))).toBe('K');
    // French: Z is where an American keyboard has W.
    expect(chordOf(press('z', { code: 'KeyW' }))).toBe('Z');
    expect(chordOf(press('Z', { shiftKey: true, metaKey: true }))).toBe('Ctrl+Shift+Z');
    expect(chordOf(press('?', { shiftKey: true }))).toBe('?');
    expect(chordOf(press('ArrowLeft', { altKey: true }))).toBe('Alt+←');
    expect(chordOf(press(' '))).toBe('Space');
    expect(chordOf(press('Shift', { shiftKey: true }))).toBeNull();
  });

  test('is the place of the key where that prints no Latin letter, or Alt makes it another', () => {
    expect(chordOf(press('л', { code: 'KeyK' }))).toBe('K');
    expect(chordOf(press('Dead', { code: 'KeyE', altKey: true }))).toBe('Alt+E');
    expect(chordOf(press('ß', { code: 'KeyS', altKey: true }))).toBe('Alt+S');
    expect(chordOf(press('б', { code: 'Comma' }))).toBe(',');
  });

  test('that can be chosen is what its own press gives', () => {
    const printed = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index).toUpperCase());
    const letters = printed.filter((one) => /[A-Z]/.test(one)).map((one) => `Shift+${one}`);
    for (const chord of [...printed, ...letters, 'Delete', 'Backspace']) {
      if (!canBeChosen(chord)) continue;
      expect(chordOf(press('', pressedBy(chord)))).toBe(chord);
      expect(keysOf(chord).length).toBe(chord.startsWith('Shift+') ? 2 : 1);
    }
  });

  test('of browsers, screen readers, and controls can’t be chosen', () => {
    const theirs = ['Ctrl+W', 'Alt+D', 'F5', 'Tab', 'Enter', 'Escape', 'Space', '←', 'Home', 'Insert', '?', 'CapsLock'];
    expect(theirs.filter(canBeChosen)).toEqual([]);
  });
});

test('every key of the editor is listed once in each of its groups, and letters can all be changed', () => {
  for (const { shortcuts } of [...timelineShortcuts, ...editorShortcuts]) {
    const chords = shortcuts.map(({ keys }) => keys.join('+'));
    expect(new Set(chords).size).toBe(chords.length);
  }
  expect(commandsOf(timelineShortcuts).map(({ own }) => own)).toEqual(
    expect.arrayContaining(['J', 'K', 'L', ',', '.', 'I', 'O', 'T', 'M', 'F']),
  );
});

test('a chosen key is heard as the command’s own, which itself is heard no more', () => {
  const choices: KeyChoices = { K: ['P'], I: [] };
  expect(meantBy(press('p'), commands, choices)).toMatchObject({ kind: 'as-own', key: 'k', code: 'KeyK' });
  expect(meantBy(press('k'), commands, choices)).toEqual({ kind: 'nothing' });
  expect(meantBy(press('K', { shiftKey: true }), commands, choices)).toEqual({ kind: 'nothing' });
  expect(meantBy(press('i'), commands, choices)).toEqual({ kind: 'nothing' });
  expect(meantBy(press(','), commands, choices)).toEqual({ kind: 'as-pressed' });
  expect(meantBy(press('x'), commands, choices)).toEqual({ kind: 'as-pressed' });
  expect(meantBy(press('p', { ctrlKey: true }), commands, choices)).toEqual({ kind: 'as-pressed' });
});

test('a Cyrillic keyboard reaches letters and undo', () => {
  expect(meantBy(press('л', { code: 'KeyK' }), commands, {})).toMatchObject({ kind: 'as-own', key: 'k' });
  expect(meantBy(press('я', { code: 'KeyZ', ctrlKey: true }), commands, {})).toMatchObject({
    kind: 'as-own',
    key: 'z',
  });
});

test('a taken key names who has it, and whoever takes it over leaves the other without one', () => {
  expect(takenBy('K', 'I', { commands, choices: {} })?.does).toBe('Play or pause');
  const choices = withChord({}, 'I', 'K', commands);
  expect(choices).toEqual({ I: ['K'], K: [] });
  expect([chordNow('I', choices), chordNow('K', choices)]).toEqual(['K', null]);
  // Back to its own key: nothing is kept of the choice.
  expect(withChord(choices, 'I', 'I', commands)).toEqual({ K: [] });
});

test('whatever is chosen in whatever order, no key does two things, and each press reaches the one that has it', () => {
  const wanted = fc.option(fc.constantFrom('K', 'I', ',', 'P', 'Shift+P', '7', 'Delete'), { nil: null });
  const steps = fc.array(fc.tuple(fc.constantFrom('K', 'I', ','), wanted), { maxLength: 12 });
  fc.assert(
    fc.property(steps, (done) => {
      const choices = done.reduce<KeyChoices>((before, [own, chord]) => withChord(before, own, chord, commands), {});
      const held = commands.flatMap(({ own }) => chordNow(own, choices) ?? []);
      expect(new Set(held).size).toBe(held.length);
      for (const { own } of commands) {
        const chord = chordNow(own, choices);
        if (chord === null) continue;
        const meant = meantBy(press('', pressedBy(chord)), commands, choices);
        expect(meant).toMatchObject(chord === own ? { kind: 'as-pressed' } : { kind: 'as-own', ...pressedBy(own) });
      }
    }),
  );
});
