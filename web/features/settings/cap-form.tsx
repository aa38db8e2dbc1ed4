import { TextField } from '@radix-ui/themes';
import { useId, useRef, useState } from 'react';
import { setMonthlyCap } from '#api/queries/spending.ts';
import { limits } from '#shared/limits.ts';
import { formatUsd } from '#shared/words/format.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { showFailure, showToast } from '#ui/toasts.ts';
import { useRefusals } from '#widgets/use-refusals.ts';
import settings from './settings.module.css';
import styles from './spending-card.module.css';
import { uiWords } from '#ui/words.ts';
import { spendingWords as words } from './words.ts';

type CapFormProps = { capUsd: number | null; onClose: () => void };

/** Sets or removes the monthly cap. */
export function CapForm({ capUsd, onClose }: CapFormProps) {
  const [text, setText] = useState(capUsd === null ? '' : String(capUsd));
  const [isBusy, setIsBusy] = useState(false);
  const refusal = useRefusals().server?.sentence ?? null;
  const submitButton = useRef<HTMLButtonElement>(null);
  const id = useId();
  const wanted = readAmount(text);
  const save = async (cap: number | null): Promise<void> => {
    setIsBusy(true);
    try {
      await setMonthlyCap(cap);
      showToast({ title: cap === null ? words.capRemoved : words.capSaved({ cap: formatUsd(cap) }) });
      onClose();
    } catch (error) {
      showFailure(words.capFailed, error);
      setIsBusy(false);
    }
  };
  return (
    <form
      className={settings['newKey']}
      onSubmit={(event) => {
        event.preventDefault();
        // The button says why.
        if (refusal !== null) submitButton.current?.focus();
        else if (!isBusy && wanted !== null) void save(wanted);
      }}
    >
      <label className={styles['label']} htmlFor={id}>
        {words.field}
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
        <RefusableButton
          ref={submitButton}
          type="submit"
          size="2"
          disabled={isBusy || wanted === null}
          refusal={refusal}
        >
          {words.saveCap}
        </RefusableButton>
        {capUsd === null ? null : (
          <RefusableButton
            isQuiet
            size="2"
            type="button"
            disabled={isBusy}
            refusal={refusal}
            onPress={() => void save(null)}
          >
            {words.removeCap}
          </RefusableButton>
        )}
        <QuietButton size="2" type="button" disabled={isBusy} onClick={onClose}>
          {uiWords.cancel}
        </QuietButton>
      </div>
    </form>
  );
}

/** Dollars from what was typed, with a decimal point or comma; null when it can't be a cap. */
function readAmount(text: string): number | null {
  const plain = text.trim().replace(',', '.');
  if (!/^\d+(\.\d{1,2})?$/.test(plain)) return null;
  const amount = Number(plain);
  return amount <= limits.monthlyCapMaxUsd ? amount : null;
}
