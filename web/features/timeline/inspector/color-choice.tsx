import { useId } from 'react';
import styles from './inspector.module.css';
import { textWords as words } from '../words.ts';

/** Colors that are legible over footage. */
const swatches = [
  { name: words.colors.white, value: '#FFFFFF' },
  { name: words.colors.black, value: '#111111' },
  { name: words.colors.cream, value: '#F4E8CF' },
  { name: words.colors.blue, value: '#9DB8DE' },
  { name: words.colors.rose, value: '#E3B29B' },
  { name: words.colors.green, value: '#B9C9A8' },
] as const;

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
        {swatches.map((swatch) => (
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
