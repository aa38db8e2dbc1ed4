import { Spinner } from '@radix-ui/themes';
import { useState } from 'react';
import { DialogFrame } from '#ui/dialog-frame.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { showFailure, showToast } from '#ui/toasts.ts';
import { useRefusals } from '#widgets/use-refusals.ts';
import styles from './remove-key-dialog.module.css';
import { uiWords } from '#ui/words.ts';
import { removeKeyWords as words } from './words.ts';

type RemoveKeyDialogProps = {
  /** @throws what the call throws */
  onRemove: () => Promise<void>;
  onRemoved: () => void;
  onClose: () => void;
};

/** Says what stops and what stays, and removes the key when the person agrees. */
export function RemoveKeyDialog({ onRemove, onRemoved, onClose }: RemoveKeyDialogProps) {
  const [isBusy, setIsBusy] = useState(false);
  const refusal = useRefusals().server?.sentence ?? null;
  const remove = async (): Promise<void> => {
    setIsBusy(true);
    try {
      await onRemove();
      showToast(words.removed);
      onRemoved();
    } catch (error) {
      showFailure(words.failed, error);
      setIsBusy(false);
    }
  };
  const footer = (
    <>
      <QuietButton size="3" data-autofocus="" disabled={isBusy} onClick={onClose}>
        {uiWords.cancel}
      </QuietButton>
      <RefusableButton size="3" color="red" disabled={isBusy} refusal={refusal} onPress={() => void remove()}>
        {isBusy ? <Spinner /> : null}
        {words.remove}
      </RefusableButton>
    </>
  );
  return (
    <DialogFrame title={words.title} width={480} onClose={onClose} footer={footer}>
      <ul className={styles['list']}>
        {words.consequences.map((consequence) => (
          <li key={consequence}>{consequence}</li>
        ))}
      </ul>
    </DialogFrame>
  );
}
