import { Button, TextField } from '@radix-ui/themes';
import { useId, useState } from 'react';
import { setMonthlyCap } from '#api/queries/spending.ts';
import { limits } from '#shared/limits.ts';
import { formatUsd } from '#shared/rules/cost.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import { showFailure, showToast } from '#ui/toasts.ts';
import settings from './settings.module.css';
import styles from './spending-card.module.css';

type CapFormProps = { capUsd: number | null; onClose: () => void };

/** Sets the monthly cap, or takes it away. */
export function CapForm({ capUsd, onClose }: CapFormProps) {
  const [text, setText] = useState(capUsd === null ? '' : String(capUsd));
  const [isBusy, setIsBusy] = useState(false);
  const id = useId();
  const wanted = readAmount(text);
  const save = async (cap: number | null): Promise<void> => {
    setIsBusy(true);
    try {
      await setMonthlyCap(cap);
      showToast({ title: cap === null ? 'The cap was removed' : `The cap is ${formatUsd(cap)} a month` });
      onClose();
    } catch (error) {
      showFailure('The cap was not changed', error);
      setIsBusy(false);
    }
  };
  return (
    <form
      className={settings['newKey']}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy && wanted !== null) void save(wanted);
      }}
    >
      <label className={styles['label']} htmlFor={id}>
        Monthly cap in US dollars
      </label>
      <TextField.Root
        id={id}
        size="3"
        inputMode="decimal"
        autoComplete="off"
        value={text}
        readOnly={isBusy}
        onChange={(event) => setText(event.target.value)}
      >
        <TextField.Slot>$</TextField.Slot>
      </TextField.Root>
      <div className={settings['actions']}>
        <Button type="submit" size="2" disabled={isBusy || wanted === null}>
          Save Cap
        </Button>
        {capUsd === null ? null : (
          <QuietButton size="2" type="button" disabled={isBusy} onClick={() => void save(null)}>
            Remove Cap
          </QuietButton>
        )}
        <QuietButton size="2" type="button" disabled={isBusy} onClick={onClose}>
          Cancel
        </QuietButton>
      </div>
    </form>
  );
}

/** Dollars from what was typed, with a point or a comma; null when it is no amount that a cap can be. */
function readAmount(text: string): number | null {
  const plain = text.trim().replace(',', '.');
  if (!/^\d+(\.\d{1,2})?$/.test(plain)) return null;
  const amount = Number(plain);
  return amount <= limits.monthlyCapMaxUsd ? amount : null;
}
