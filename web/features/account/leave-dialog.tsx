import { Button } from '@radix-ui/themes';
import { useState } from 'react';
import { useLive } from '#data/live-uploads.ts';
import { isExportingHere } from '#data/tables/exports.ts';
import { readUnsent } from '#data/tables/unsent.ts';
import { DialogFrame } from '#ui/dialog-frame.tsx';
import { FormNote } from '#ui/form-note.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { showFailure } from '#ui/toasts.ts';
import { uiWords } from '#ui/words.ts';
import { useRefusals } from '#widgets/use-refusals.ts';
import { askToLeave } from './asked-to-leave.ts';
import { endExportsWords, leaveWords as words } from './leave-words.ts';

type LeaveDialogProps = { userId: string; onLeave: () => Promise<void> };

/** Logs out and clears this browser. What was never sent is named first, and so is an export that ends. */
export function LeaveDialog({ userId, onLeave }: LeaveDialogProps) {
  const unsent = useLive((db) => readUnsent(db, userId), [userId]);
  const isExporting = useLive(isExportingHere, []);
  const { server } = useRefusals();
  const [isBusy, setIsBusy] = useState(false);
  const close = (): void => askToLeave(false);
  const leave = async (): Promise<void> => {
    setIsBusy(true);
    try {
      await onLeave();
    } catch (error) {
      showFailure(words.failed, error);
      setIsBusy(false);
    }
  };
  const hasUnsent = unsent !== undefined && unsent.changes + unsent.files > 0;
  const footer = (
    <>
      <QuietButton size="3" onClick={close}>
        {uiWords.cancel}
      </QuietButton>
      {hasUnsent ? (
        <Button size="3" color="red" disabled={isBusy || server !== null} onClick={() => void leave()}>
          {words.removeUnsent}
        </Button>
      ) : (
        <RefusableButton
          size="3"
          disabled={isBusy || unsent === undefined}
          refusal={server?.sentence ?? null}
          onPress={() => void leave()}
        >
          {words.remove}
        </RefusableButton>
      )}
    </>
  );
  return (
    <DialogFrame title={words.title} width={520} onClose={close} footer={footer}>
      {hasUnsent ? <FormNote tone="bad">{words.unsent(unsent)}</FormNote> : null}
      {isExporting === true ? <FormNote tone="bad">{endExportsWords.text}</FormNote> : null}
      {server === null ? null : <FormNote tone="plain">{server.sentence}</FormNote>}
      <p>{words.text}</p>
      <p className="quiet">{words.keep}</p>
    </DialogFrame>
  );
}
