import { TextField } from '@radix-ui/themes';
import { useEffect, useEffectEvent, useId, useState, type FocusEvent, type KeyboardEvent } from 'react';
import styles from './inspector.module.css';

type NumberFieldProps = {
  label: string;
  value: number;
  format: NumberFormat;
  /** What was typed or stepped to, when it is left or confirmed; whoever takes it keeps it within its limits. */
  onValue: (value: number) => void;
};

type NumberFormat = {
  unit: string;
  decimals: number;
  /** By which the arrows change it. */
  step: number;
  /** The label stands inside, before the number. */
  isLabelInside?: boolean;
  /** The label is only spoken. */
  isNameHidden?: boolean;
};

/** A number with its unit. What is typed counts when it is left or confirmed; Escape takes it back. */
export function NumberField({ label, value, format, onValue }: NumberFieldProps) {
  const { unit, decimals, step, isLabelInside = false, isNameHidden = false } = format;
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const shown = value.toFixed(decimals);
  const commit = (): void => {
    setTyped(null);
    const wanted = Number(typed?.replace(',', '.'));
    if (typed !== null && typed.trim() !== '' && typed !== shown && Number.isFinite(wanted)) onValue(wanted);
  };
  const handOver = useEffectEvent(commit);
  // One that goes with its page while it has the focus is not told that it loses it.
  useEffect(() => () => handOver(), []);
  // What the number changes may move the form's button, and a button that moves while it is pressed gets no click.
  const onBlur = ({ relatedTarget, currentTarget: { form } }: FocusEvent<HTMLInputElement>): void => {
    const isOwnPressed =
      relatedTarget instanceof HTMLButtonElement && relatedTarget.form === form && relatedTarget.matches(':active');
    if (isOwnPressed) afterPress(handOver);
    else commit();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') commit();
    else if (event.key === 'Escape' && typed !== null) setTyped(null);
    else if (event.key === 'ArrowUp') onValue(value + step);
    else if (event.key === 'ArrowDown') onValue(value - step);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={styles['number']}>
      {isLabelInside || isNameHidden ? null : <label htmlFor={id}>{label}</label>}
      <TextField.Root
        id={id}
        {...(isNameHidden && { 'aria-label': label })}
        className="numbers"
        inputMode="decimal"
        autoComplete="off"
        value={typed ?? shown}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={onBlur}
        onKeyDown={onKeyDown}
      >
        {isLabelInside ? (
          <TextField.Slot side="left">
            <label htmlFor={id}>{label}</label>
          </TextField.Slot>
        ) : null}
        {unit === '' ? null : <TextField.Slot side="right">{unit}</TextField.Slot>}
      </TextField.Root>
    </div>
  );
}

/** Calls back before the click that a press becomes is handled, or once the press is over without one. */
function afterPress(then: () => void): void {
  let isOver = false;
  const end = (): void => {
    if (!isOver) then();
    isOver = true;
  };
  const once = { capture: true, once: true };
  window.addEventListener('click', end, once);
  for (const type of ['pointerup', 'pointercancel']) window.addEventListener(type, () => setTimeout(end), once);
}
