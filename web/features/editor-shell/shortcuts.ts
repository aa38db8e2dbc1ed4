import type { ShortcutGroup } from '#ui/keyboard-help.ts';

/** What the editor's frame answers to, whichever tab is open. */
export const editorShortcuts: readonly ShortcutGroup[] = [
  {
    name: 'Editor',
    shortcuts: [
      { keys: ['Ctrl', 'Z'], does: 'Undo the latest edit' },
      { keys: ['Ctrl', 'Shift', 'Z'], does: 'Redo what was undone' },
      { keys: ['Enter'], does: 'Save the title while it is edited' },
      { keys: ['Ctrl', 'Enter'], does: 'Save the description while it is edited' },
    ],
  },
  {
    name: 'Scenes and storyboard',
    shortcuts: [
      { keys: ['Space'], does: 'Pick a scene up by its handle, and put it down' },
      { keys: ['←', '↑', '→', '↓'], does: 'Move the scene that was picked up' },
    ],
  },
];
