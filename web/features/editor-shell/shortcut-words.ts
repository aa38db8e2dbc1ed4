import type { ShortcutGroup } from '#ui/keyboard-help.ts';

/** The keys that work in every tab, as the help lists them. */
export const editorShortcuts: readonly ShortcutGroup[] = [
  {
    name: 'Editor',
    shortcuts: [
      { keys: ['Ctrl', 'Z'], does: 'Undo the last edit' },
      { keys: ['Ctrl', 'Shift', 'Z'], does: 'Redo' },
      { keys: ['Enter'], does: 'Save the title while editing it' },
      { keys: ['Ctrl', 'Enter'], does: 'Save the description while editing it' },
    ],
  },
  {
    name: 'Scenes and storyboard',
    shortcuts: [
      { keys: ['Space'], does: 'Pick up a scene by its handle, or drop it' },
      { keys: ['←', '↑', '→', '↓'], does: 'Move the scene you picked up' },
    ],
  },
];
