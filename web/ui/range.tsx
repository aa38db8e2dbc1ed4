import type { ComponentProps } from 'react';
import styles from './range.module.css';

type RangeProps = Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'value'> & {
  value: number;
  onValue: (value: number) => void;
};

/** A slider. The browser's own, because its name and value text reach screen readers; never amber. */
export function Range({ value, onValue, className = '', ...rest }: RangeProps) {
  return (
    <input
      {...rest}
      type="range"
      value={value}
      className={`${styles['range']} ${className}`}
      onChange={(event) => onValue(event.target.valueAsNumber)}
    />
  );
}
