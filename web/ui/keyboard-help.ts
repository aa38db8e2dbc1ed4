/** Whether the list of keyboard shortcuts is open, and which shortcuts the open page adds to it. */
import { useEffect } from 'react';
import { create } from 'zustand';

export type Shortcut = {
  /** Keys as they are printed on a keyboard, pressed together: ['Ctrl', 'Z']. */
  keys: readonly string[];
  does: string;
};
export type ShortcutGroup = { name: string; shortcuts: readonly Shortcut[] };

type KeyboardHelp = { isOpen: boolean; groups: readonly ShortcutGroup[] };

/** Read as it is by the component that draws the help; the functions below change it. */
export const useKeyboardHelp = create<KeyboardHelp>(() => ({ isOpen: false, groups: [] }));
const { setState } = useKeyboardHelp;

export function openKeyboardHelp(): void {
  setState({ isOpen: true });
}

export function closeKeyboardHelp(): void {
  setState({ isOpen: false });
}

/** A page lists its shortcuts for as long as it is shown. The groups must be the same object from render to render. */
export function useShortcuts(groups: readonly ShortcutGroup[]): void {
  useEffect(() => {
    setState((help) => ({ groups: [...help.groups, ...groups] }));
    return () => setState((help) => ({ groups: help.groups.filter((group) => !groups.includes(group)) }));
  }, [groups]);
}
