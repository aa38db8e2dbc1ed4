/** Keys that a chosen text has on the picture and in its lane alike. */

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>;

export type TextCommand = 'duplicate' | 'remove' | 'type' | 'let-go';

export function textCommand({ key, ctrlKey, metaKey, altKey }: Key): TextCommand | null {
  if (altKey) return null;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'd' ? 'duplicate' : null;
  if (key === 'Delete' || key === 'Backspace') return 'remove';
  if (key === 'Enter' || key === 'F2') return 'type';
  return key === 'Escape' ? 'let-go' : null;
}

/** Steps to the right and down; Shift makes them larger. Null for other keys. */
export function arrowStep({ key, shiftKey, ctrlKey, metaKey }: Key): { x: number; y: number } | null {
  if (ctrlKey || metaKey) return null;
  const size = shiftKey ? LARGE_STEP : 1;
  if (key === 'ArrowLeft') return { x: -size, y: 0 };
  if (key === 'ArrowRight') return { x: size, y: 0 };
  if (key === 'ArrowUp') return { x: 0, y: -size };
  return key === 'ArrowDown' ? { x: 0, y: size } : null;
}

const LARGE_STEP = 10;
