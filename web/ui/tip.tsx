import { Tooltip } from '@radix-ui/themes';
import type { ReactElement } from 'react';

const OPEN_DELAY_MS = 700;

/** A tooltip with the product's delay; the next one within 300 ms opens at once (Radix's own skip delay). */
export function Tip({ text, children }: { text: string | null; children: ReactElement }) {
  if (text === null) return children;
  return (
    <Tooltip content={text} delayDuration={OPEN_DELAY_MS}>
      {children}
    </Tooltip>
  );
}
