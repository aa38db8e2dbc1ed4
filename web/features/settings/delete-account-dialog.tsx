import { Spinner, TextField } from '@radix-ui/themes';
import { useId, useState } from 'react';
import { DELETE_WORD } from '#shared/api/users.ts';
import { DialogFrame } from '#ui/dialog-frame.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { showFailure } from '#ui/toasts.ts';
import { uiWords } from '#ui/words.ts';
import { useRefusals } from '#widgets/use-refusals.ts';
import styles from './delete-account-dialog.module.css';
import { deleteAccountWords as words } from './words.ts';

type DeleteAccountDialogProps = {
  /** @throws what the call throws */
  onRemove: () => Promise<void>;
  onClose: () => void;
};

/** Says what goes, and deletes the account when the person types the word. */
export function DeleteAccountDialog({ onRemove, onClose }: DeleteAccountDialogProps) {
  const [typed, setTyped] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [formId, fieldId] = [useId(), useId()];
  const server = useRefusals().server?.sentence ?? null;
  const refusal = server ?? (typed.trim().toLowerCase() === DELETE_WORD ? null : words.typeFirst);
  const remove = async (): Promise<void> => {
    setIsBusy(true);
    try {
      await onRemove();
    } catch (error) {
      showFailure(words.failed, error);
      setIsBusy(false);
    }
  };
  const footer = (
    <>
      <QuietButton size="3" disabled={isBusy} onClick={onClose}>
        {uiWords.cancel}
      </QuietButton>
      <RefusableButton form={formId} type="submit" size="3" color="red" disabled={isBusy} refusal={refusal}>
        {isBusy ? <Spinner /> : null}
        {words.delete}
      </RefusableButton>
    </>
  );
  return (
    <DialogFrame title={words.title} width={520} onClose={onClose} footer={footer}>
      <ul className={styles['list']}>
        {words.consequences.map((consequence) => (
          <li key={consequence}>{consequence}</li>
        ))}
      </ul>
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          if (refusal === null && !isBusy) void remove();
        }}
      >
        <label className={styles['label']} htmlFor={fieldId}>
          {words.field}
        </label>
        <TextField.Root
          id={fieldId}
          size="3"
          data-autofocus=""
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          readOnly={isBusy}
          onChange={(event) => setTyped(event.target.value)}
        />
      </form>
    </DialogFrame>
  );
}
