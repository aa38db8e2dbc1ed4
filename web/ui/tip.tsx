import { Slot, Tooltip } from '@radix-ui/themes';
import { useState, type ComponentProps, type FocusEvent, type MouseEvent, type ReactElement } from 'react';

const OPEN_DELAY_MS = 700;

type TipProps = {
  /** Null where there is nothing to say. */
  text: string | null;
  /**
   * Whether the text says why the control can't be used now. The control stays within reach: hover, focus, and a press
   * show the reason, and a press is all that a finger has.
   */
  isRefusal?: boolean;
  children: ReactElement;
};

/**
 * A tooltip with the product's delay; the next one within 300 ms opens at once (Radix's own skip delay). The tree is the
 * same with a text and without, so a control that becomes usable keeps the focus.
 */
export function Tip({ text, isRefusal = false, children }: TipProps) {
  const [isOpen, setIsOpen] = useState(false);
  const refuse = (event: MouseEvent): void => {
    // A prevented click submits no form, and Radix doesn't take it for a reason to close.
    event.preventDefault();
    setIsOpen(true);
  };
  /** Radix closes what the page scrolls away, and focus scrolls the page. */
  const tellAfterScroll = ({ currentTarget }: FocusEvent): void => {
    requestAnimationFrame(() => {
      if (document.activeElement === currentTarget) setIsOpen(true);
    });
  };
  return (
    <Tooltip content={text ?? ''} delayDuration={OPEN_DELAY_MS} open={isOpen && text !== null} onOpenChange={setIsOpen}>
      <Slot
        {...(text === null && silent)}
        {...(isRefusal && { 'aria-disabled': true, onClick: refuse, onFocus: tellAfterScroll })}
      >
        {children}
      </Slot>
    </Tooltip>
  );
}

/** Radix does nothing about prevented events. It would take a tooltip without a text for one that was shown, and let the next one come at once. */
const silent: ComponentProps<typeof Slot> = {
  onPointerMove: (event) => event.preventDefault(),
  onFocus: (event) => event.preventDefault(),
};
