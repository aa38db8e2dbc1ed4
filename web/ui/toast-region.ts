/**
 * The place on the page that notices appear in. It lies above dialogs, and what happens in it is none of a dialog's
 * business: a modal one would take the focus back at once, and close at a press on something that is not its own.
 */
const MARK = 'data-toasts';

/** Spread over the region's element. */
export const toastRegionMark = { [MARK]: '' };

function isInToasts(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`[${MARK}]`) !== null;
}

export type ToastRegionEvents = {
  /** F8 was pressed, anywhere. */
  onF8: () => void;
  /** Escape was pressed in the region. */
  onEscape: () => void;
  /** The focus came into the region from here. */
  onFocus: (former: EventTarget | null) => void;
  onBlur: () => void;
};

/** Tells what happens in the region, and keeps it from dialogs. Answers how to stop. */
export function listenAroundToasts({ onF8, onEscape, onFocus, onBlur }: ToastRegionEvents): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const hearKey = (event: KeyboardEvent): void => {
    if (event.key === 'F8') {
      event.preventDefault();
      onF8();
    } else if (event.key === 'Escape' && isInToasts(event.target)) {
      event.stopPropagation();
      onEscape();
    }
  };
  const hearFocus = (event: FocusEvent): void => {
    const isIn = isInToasts(event.target);
    const isOther = isInToasts(event.relatedTarget);
    if (isIn || isOther) event.stopPropagation();
    if (!isIn || isOther) return;
    if (event.type === 'focusin') onFocus(event.relatedTarget);
    else onBlur();
  };
  // Dialogs listen at the document; the page's own handlers hang at the body, and have had their turn.
  const { body } = document;
  addEventListener('keydown', hearKey, { signal, capture: true });
  body.addEventListener('focusin', hearFocus, { signal });
  body.addEventListener('focusout', hearFocus, { signal });
  body.addEventListener('pointerdown', (event) => isInToasts(event.target) && event.stopPropagation(), { signal });
  return () => stop.abort();
}
