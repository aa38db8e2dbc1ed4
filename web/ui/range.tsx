import type { ComponentProps } from 'react';
import styles from './range.module.css';

/** As the element has them: from 0 to 100 by 1. */
type Steps = { min?: number; max?: number; step?: number | 'any' };

type RangeProps = Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'value' | 'style' | keyof Steps> &
  Steps & {
    value: number;
    onValue: (value: number) => void;
  };

/** A slider. The browser's own, because its name and value text reach screen readers; never amber. */
export function Range({ value, onValue, className = '', ...rest }: RangeProps) {
  return (
    <input
      // Without one, a browser counts its steps from the value that it had first.
      min={0}
      {...rest}
      type="range"
      value={onStep(value, rest)}
      className={`${styles['range']} ${className}`}
      style={{ backgroundSize: `${filledPercent(value, rest)}% 4px, 100% 4px` }}
      onChange={(event) => onValue(event.target.valueAsNumber)}
    />
  );
}

/**
 * The value that the element makes of one: given another, it has one that React doesn't know of, and React would take that
 * for a move by hand.
 */
export function onStep(value: number, { min = 0, max = 100, step = 1 }: Steps): number {
  if (step === 'any') return value;
  const decimals = Math.max(...[min, step].map((number) => (String(number).split('.')[1] ?? '').length));
  const last = Math.floor((max - min) / step + 1e-9);
  const steps = Math.min(Math.max(Math.round((value - min) / step), 0), Math.max(last, 0));
  return Number((min + steps * step).toFixed(decimals));
}

function filledPercent(value: number, { min = 0, max = 100 }: Steps): number {
  return max > min ? ((value - min) / (max - min)) * 100 : 0;
}
