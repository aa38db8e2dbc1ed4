/** Who a key is for: what has the focus, where that uses the key itself, else the player. */

const TEXT = [
  'input:not([type="range"], [type="checkbox"], [type="radio"], [type="color"])',
  'textarea',
  'select',
  '[role="combobox"]',
  '[contenteditable]:not([contenteditable="false"])',
].join();
const DIALOG = 'dialog, [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Controls that are pressed by Enter, and by Space; those whose value is moved by arrows, Home and End. */
const ENTERED = 'button, a, summary, [role="button"], [role="tab"], [role="radio"], [role="switch"], [role="checkbox"]';
const PRESSED =
  'button, summary, input:not([type="range"]), [role="button"], [role="tab"], [role="radio"], [role="switch"], [role="checkbox"]';
const STEPPED = 'input, [role="tab"], [role="radio"], [role="slider"], [role="scrollbar"], [role="separator"]';

/** Whether somebody writes there, or is in a dialog: then every key is theirs. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`${TEXT}, ${DIALOG}`) !== null;
}

/** Whether what has the focus leaves a key alone. What is marked with `data-player-keys` hands Space, arrows, Home and End on. */
export function leavesKey(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return true;
  const handsOn = target.closest('[data-player-keys]') !== null;
  if (key === 'Enter') return target.closest(ENTERED) === null;
  return handsOn || target.closest(key === ' ' ? PRESSED : STEPPED) === null;
}
