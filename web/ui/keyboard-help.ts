/** Whether the list of keyboard shortcuts is open, and which shortcuts the open page adds to it. */
import { useEffect, useSyncExternalStore } from 'react';

export type Shortcut = {
  /** Keys as they are printed on a keyboard, pressed together: ['Ctrl', 'Z']. */
  keys: readonly string[];
  does: string;
};
export type ShortcutGroup = { name: string; shortcuts: readonly Shortcut[] };

type KeyboardHelp = { isOpen: boolean; groups: readonly ShortcutGroup[] };

let state: KeyboardHelp = { isOpen: false, groups: [] };
const listeners = new Set<() => void>();

export function openKeyboardHelp(): void {
  change({ isOpen: true });
}

export function closeKeyboardHelp(): void {
  change({ isOpen: false });
}

export function useKeyboardHelp(): KeyboardHelp {
  return useSyncExternalStore(subscribe, () => state);
}

/** A page lists its shortcuts for as long as it is shown. The groups must be the same object from render to render. */
export function useShortcuts(groups: readonly ShortcutGroup[]): void {
  useEffect(() => {
    change({ groups: [...state.groups, ...groups] });
    return () => change({ groups: state.groups.filter((group) => !groups.includes(group)) });
  }, [groups]);
}

function change(next: Partial<KeyboardHelp>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
