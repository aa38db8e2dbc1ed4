import { useId, type ReactNode } from 'react';
import styles from './segments.module.css';

type Segment<T extends string> = { id: T; name: string; isUnavailable?: boolean };

type SegmentsProps<T extends string> = {
  label: string;
  options: readonly Segment<T>[];
  /** Where what is chosen from says enough; it is read out all the same. */
  isLabelHidden?: boolean;
  /** Null while none is chosen. */
  chosen: T | null;
  onChoose: (id: T) => void;
  /** Below the choice: what the chosen one means, and why another is unavailable. */
  hint?: ReactNode;
};

/** One of a few, side by side. The browser's own radio buttons, because they can be unavailable one by one. */
export function Segments<T extends string>({
  label,
  isLabelHidden = false,
  options,
  chosen,
  onChoose,
  hint,
}: SegmentsProps<T>) {
  const id = useId();
  return (
    <div className={styles['field']}>
      {isLabelHidden ? null : (
        <span className={styles['label']} id={id}>
          {label}
        </span>
      )}
      <div
        role="radiogroup"
        {...(isLabelHidden ? { 'aria-label': label } : { 'aria-labelledby': id })}
        {...(hint !== undefined && { 'aria-describedby': `${id}-hint` })}
        className={styles['track']}
      >
        {options.map((option) => (
          <label key={option.id} className={styles['segment']}>
            <input
              type="radio"
              name={id}
              value={option.id}
              checked={option.id === chosen}
              disabled={option.isUnavailable ?? false}
              onChange={() => onChoose(option.id)}
            />
            <span>{option.name}</span>
          </label>
        ))}
      </div>
      {hint === undefined ? null : (
        <div id={`${id}-hint`} className={styles['hint']}>
          {hint}
        </div>
      )}
    </div>
  );
}
