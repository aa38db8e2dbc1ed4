import { useId, useState } from 'react';
import { Range } from '#ui/range.tsx';
import styles from './inspector.module.css';

type ReleasedRangeProps = {
  label: string;
  value: number;
  range: { min: number; max: number; step: number };
  isDisabled?: boolean;
  /** What the value is called beside the name, and by a screen reader. */
  textOf: (value: number) => string;
  /** When the handle is let go, or a key is. */
  onValue: (value: number) => void;
};

/** A slider that shows where it is dragged, and changes something when it is let go. */
export function ReleasedRange({ label, value, range, isDisabled = false, textOf, onValue }: ReleasedRangeProps) {
  const id = useId();
  const [dragged, setDragged] = useState<number | null>(null);
  const shown = dragged ?? value;
  const release = (): void => {
    setDragged(null);
    if (dragged !== null && dragged !== value) onValue(dragged);
  };
  return (
    <div>
      <div className={styles['labelRow']}>
        <label htmlFor={id}>{label}</label>
        <span className="numbers">{textOf(shown)}</span>
      </div>
      <Range
        id={id}
        {...range}
        value={shown}
        disabled={isDisabled}
        aria-valuetext={textOf(shown)}
        onValue={setDragged}
        onPointerUp={release}
        onKeyUp={release}
        onBlur={release}
      />
    </div>
  );
}
