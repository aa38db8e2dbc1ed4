import { useEffect } from 'react';
import { redoLatest, undoLatest } from './undo.ts';

/** Ctrl+Z undoes, Ctrl+Shift+Z and Ctrl+Y redo. Fields and dialogs keep their own undo. */
export function useUndoKeys(projectId: string): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const step = stepOf(event);
      if (step === null || isTaken(event.target)) return;
      event.preventDefault();
      void (step === 'undo' ? undoLatest(projectId) : redoLatest(projectId));
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [projectId]);
}

function stepOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): 'undo' | 'redo' | null {
  if (altKey || ctrlKey === metaKey) return null;
  const letter = key.toLowerCase();
  if (letter === 'y') return shiftKey ? null : 'redo';
  if (letter !== 'z') return null;
  return shiftKey ? 'redo' : 'undo';
}

function isTaken(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input:not([type="range"]), textarea, [contenteditable], [role="dialog"]') !== null
  );
}
