import { Button, Spinner } from '@radix-ui/themes';
import { useState } from 'react';
import { DialogFrame } from '#ui/dialog-frame.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import { showFailure, showToast } from '#ui/toasts.ts';
import styles from './remove-key-dialog.module.css';

type RemoveKeyDialogProps = {
  /** @throws what the call throws */
  onRemove: () => Promise<void>;
  onRemoved: () => void;
  onClose: () => void;
};

/** Says what stops and what stays without a key, and removes it when the person agrees. */
export function RemoveKeyDialog({ onRemove, onRemoved, onClose }: RemoveKeyDialogProps) {
  const [isBusy, setIsBusy] = useState(false);
  const remove = async (): Promise<void> => {
    setIsBusy(true);
    try {
      await onRemove();
      showToast({ title: 'API key removed', description: 'Your projects and clips stay.' });
      onRemoved();
    } catch (error) {
      showFailure('The key was not removed', error);
      setIsBusy(false);
    }
  };
  const footer = (
    <>
      <QuietButton size="3" data-autofocus="" disabled={isBusy} onClick={onClose}>
        Cancel
      </QuietButton>
      <Button size="3" color="red" disabled={isBusy} onClick={() => void remove()}>
        {isBusy ? <Spinner /> : null}
        Remove Key
      </Button>
    </>
  );
  return (
    <DialogFrame title="Remove your API key?" width={480} onClose={onClose} footer={footer}>
      <ul className={styles['list']}>
        <li>Your projects, clips and exports stay as they are.</li>
        <li>Scenes that wait for their turn are not made.</li>
        <li>
          Clips that the model is making now, and may charge, are fetched when you add the same key again; until then
          their scenes say so.
        </li>
        <li>To get back to your projects you will be asked for a key, or for the demo studio.</li>
      </ul>
    </DialogFrame>
  );
}
