import type { ShortcutGroup } from '#ui/keyboard-help.ts';

/** The keys of the timeline, as the help lists them. */
export const timelineShortcuts: readonly ShortcutGroup[] = [
  {
    name: 'Timeline',
    shortcuts: [
      { keys: ['Space'], does: 'Play or pause' },
      { keys: ['J'], does: 'Play backward; again for 2× and 4×' },
      { keys: ['K'], does: 'Pause or play' },
      { keys: ['L'], does: 'Play forward; again for 2× and 4×' },
      { keys: ['←'], does: 'Back one frame' },
      { keys: ['→'], does: 'Forward one frame' },
      { keys: [','], does: 'Back one frame' },
      { keys: ['.'], does: 'Forward one frame' },
      { keys: ['Shift', '←'], does: 'Back by a second' },
      { keys: ['Shift', '→'], does: 'Forward by a second' },
      { keys: ['↑'], does: 'Previous scene' },
      { keys: ['↓'], does: 'Next scene' },
      { keys: ['Home'], does: 'Start of the movie' },
      { keys: ['End'], does: 'End of the movie' },
      { keys: ['I'], does: 'Set the trim’s start point to the playhead' },
      { keys: ['O'], does: 'Set the trim’s end point to the playhead' },
      { keys: ['Enter'], does: 'Apply the trim' },
      { keys: ['Escape'], does: 'Leave trim mode or the text editor' },
      { keys: ['T'], does: 'Add text' },
      { keys: ['S'], does: 'Split the scene at the playhead' },
      { keys: ['Delete'], does: 'Delete the scene' },
      { keys: ['Ctrl', 'D'], does: 'Duplicate the scene' },
      { keys: ['Ctrl', 'A'], does: 'Choose all scenes' },
      { keys: ['Alt', '←'], does: 'Move the scene earlier' },
      { keys: ['Alt', '→'], does: 'Move the scene later' },
      { keys: ['M'], does: 'Mute or unmute' },
      { keys: ['F'], does: 'Fullscreen' },
    ],
  },
  {
    name: 'Selected text',
    shortcuts: [
      { keys: ['←', '→', '↑', '↓'], does: 'Move it on the picture, or in time in its lane' },
      { keys: ['Shift', '←'], does: 'Move it farther (also the other arrow keys)' },
      { keys: ['Alt', '→'], does: 'Move its end, in its lane (also ←)' },
      { keys: ['Enter'], does: 'Type in it on the picture, or open it from its lane' },
      { keys: ['Ctrl', 'D'], does: 'Duplicate it (Cmd on a Mac)' },
      { keys: ['Delete'], does: 'Delete it' },
      { keys: ['Escape'], does: 'Let it go' },
    ],
  },
];
