import { useId } from 'react';
import styles from './inspector.module.css';

/** Colours that read on footage; any other is the picker's. */
const swatches = [
  { name: 'White', value: '#FFFFFF' },
  { name: 'Black', value: '#111111' },
  { name: 'Cream', value: '#F4E8CF' },
  { name: 'Blue', value: '#9DB8DE' },
  { name: 'Rose', value: '#E3B29B' },
  { name: 'Green', value: '#B9C9A8' },
] as const;

type ColorChoiceProps = { value: string; onValue: (color: string) => void };

/** A text's colour: six that read on footage, and the browser's own picker for all others. */
export function ColorChoice({ value, onValue }: ColorChoiceProps) {
  const id = useId();
  const chosen = value.toUpperCase();
  return (
    <div>
      <div className={styles['labelRow']}>
        <label htmlFor={id}>Colour</label>
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
