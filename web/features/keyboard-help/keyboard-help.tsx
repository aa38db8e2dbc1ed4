import { lazy, Suspense, useEffect } from 'react';
import { closeKeyboardHelp, openKeyboardHelp, useKeyboardHelp } from '#ui/keyboard-help.ts';

const ShortcutsDialog = lazy(async () => ({ default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog }));

/** Opens the list of shortcuts when `?` is pressed outside of fields. */
export function KeyboardHelp() {
  const { isOpen, groups } = useKeyboardHelp();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      openKeyboardHelp();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  if (!isOpen) return null;
  return (
    <Suspense>
      <ShortcutsDialog groups={groups} onClose={closeKeyboardHelp} />
    </Suspense>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input:not([type="range"]), textarea, [contenteditable], [role="dialog"]') !== null
  );
}
