import { useId } from 'react';
import styles from './inspector.module.css';
import { textColors } from '../text-colors.ts';
import { textWords as words } from '../words.ts';

type ColorChoiceProps = { value: string; onValue: (color: string) => void };

/** A text’s color: six that are legible over footage, and the browser’s picker for any other. */
export function ColorChoice({ value, onValue }: ColorChoiceProps) {
  const id = useId();
  const chosen = value.toUpperCase();
  return (
    <div>
      <div className={styles['labelRow']}>
        <label htmlFor={id}>{words.color}</label>
        <span className="numbers">{chosen}</span>
      </div>
      <div className={styles['swatches']}>
        {textColors.map((swatch) => (
          <button
            key={swatch.value}
            type="button"
            className={styles['swatch']}
            style={{ background: swatch.value }}
            aria-label={swatch.name}
            aria-pressed={chosen === swatch.value}
            onClick={() => onValue(swatch.value)}
          />
        ))}
        <input id={id} type="color" value={value} onChange={(event) => onValue(event.target.value.toUpperCase())} />
      </div>
    </div>
  );
}
