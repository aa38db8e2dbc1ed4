import { useEffect, useEffectEvent } from 'react';
import { useStore } from 'zustand';
import { followPreferences, preferences } from '#editor/preferences.ts';
import { commandsOf, meantBy } from '#ui/key-choices.ts';
import { useKeyboardHelp } from '#ui/keyboard-help.ts';

const FIELDS = [
  'input:not([type="range"]):not([type="checkbox"]):not([type="radio"]):not([type="color"])',
  'textarea',
  'select',
  '[contenteditable]:not([contenteditable="false"])',
  '[role="dialog"]',
  '[role="alertdialog"]',
  '[role="menu"]',
].join();

/**
 * Hears every key first, and hands on to the page what it means by the person's choices: so all handlers know only the
 * page's own keys. Fields, dialogs, and menus get what was pressed.
 */
export function KeyTranslator({ userId }: { userId: string }) {
  const groups = useKeyboardHelp((help) => help.groups);
  const known = useStore(preferences, (state) => state.known);
  useEffect(() => followPreferences(userId), [userId]);
  const translate = useEffectEvent((event: KeyboardEvent): void => {
    const { target } = event;
    // One that isn't a person's is already translated.
    if (!event.isTrusted || !(target instanceof Element) || target.closest(FIELDS) !== null) return;
    const choices = known?.userId === userId ? known.chosen.keys : {};
    const meant = meantBy(event, commandsOf(groups), choices);
    if (meant.kind === 'as-pressed') return;
    event.stopImmediatePropagation();
    if (meant.kind === 'nothing') return;
    const { key, code, shiftKey } = meant;
    const own = new KeyboardEvent(event.type, {
      key,
      code,
      shiftKey,
      ctrlKey: event.ctrlKey,
      metaKey: event.metaKey,
      altKey: event.altKey,
      repeat: event.repeat,
      bubbles: true,
      cancelable: true,
      composed: true,
    });
    if (!target.dispatchEvent(own)) event.preventDefault();
  });
  useEffect(() => {
    const stop = new AbortController();
    const options = { capture: true, signal: stop.signal };
    addEventListener('keydown', (event) => translate(event), options);
    addEventListener('keyup', (event) => translate(event), options);
    return () => stop.abort();
  }, []);
  return null;
}
