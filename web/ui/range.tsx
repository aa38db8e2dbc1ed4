import type { ComponentProps } from 'react';
import styles from './range.module.css';

type RangeProps = Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'value' | 'style' | 'min' | 'max'> & {
  value: number;
  min?: number;
  max?: number;
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
      value={value}
      className={`${styles['range']} ${className}`}
      style={{ backgroundSize: `${filledPercent(value, rest)}% 4px, 100% 4px` }}
      onChange={(event) => onValue(event.target.valueAsNumber)}
    />
  );
}

function filledPercent(value: number, { min = 0, max = 100 }: Pick<RangeProps, 'min' | 'max'>): number {
  return max > min ? ((value - min) / (max - min)) * 100 : 0;
}
