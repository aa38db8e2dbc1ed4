import { Button } from '@radix-ui/themes';
import { useId, useState } from 'react';
import { useLive } from '#data/live-uploads.ts';
import { isExportingHere } from '#data/tables/exports.ts';
import { readUnsent, type Unsent } from '#data/tables/unsent.ts';
import { DialogFrame } from '#ui/dialog-frame.tsx';
import { FormNote } from '#ui/form-note.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { showFailure } from '#ui/toasts.ts';
import { uiWords } from '#ui/words.ts';
import { askToSignOut } from '#widgets/asked-to-sign-out.ts';
import { useRefusals } from '#widgets/use-refusals.ts';
import styles from './leave-dialog.module.css';
import { leaveWords as words } from './leave-words.ts';

export type LeaveDialogProps = {
  userId: string;
  /** Signs out, also without the network, and leaves all that is here for next time. */
  onKeep: () => Promise<void>;
  onRemove: () => Promise<void>;
};

type Way = 'keep' | 'remove';

/** Logs out, and keeps what is in this browser or removes it. What was never sent is named first, and so is an export that ends. */
export function LeaveDialog({ userId, onKeep, onRemove }: LeaveDialogProps) {
  // Null where it can't be read.
  const unsent = useLive((db) => readUnsent(db, userId).catch(toNull), [userId]);
  const isExporting = useLive(isExportingHere, []);
  const { server } = useRefusals();
  const [way, setWay] = useState<Way>('keep');
  const [isBusy, setIsBusy] = useState(false);
  const close = (): void => askToSignOut(false);
  const leave = async (): Promise<void> => {
    setIsBusy(true);
    try {
      await (way === 'keep' ? onKeep() : onRemove());
    } catch (error) {
      showFailure(words.failed, error);
      setIsBusy(false);
    }
  };
  const hasUnsent = unsent === null || (unsent !== undefined && unsent.changes + unsent.files + unsent.projects > 0);
  const refusal = way === 'remove' ? (server?.sentence ?? null) : null;
  const footer = (
    <>
      <QuietButton size="3" onClick={close}>
        {uiWords.cancel}
      </QuietButton>
      {way === 'remove' && hasUnsent ? (
        <Button size="3" color="red" disabled={isBusy || refusal !== null} onClick={() => void leave()}>
          {words.removeUnsent}
        </Button>
      ) : (
        <RefusableButton
          size="3"
          disabled={isBusy || (way === 'remove' && unsent === undefined)}
          refusal={refusal}
          onPress={() => void leave()}
        >
          {way === 'keep' ? words.logOut : words.remove}
        </RefusableButton>
      )}
    </>
  );
  return (
    <DialogFrame title={words.title} width={520} onClose={close} footer={footer}>
      {isExporting === true ? <FormNote tone="bad">{words.endsExport}</FormNote> : null}
      <Ways way={way} onChoose={setWay} />
      {hasUnsent && unsent !== undefined ? <UnsentNote way={way} unsent={unsent} /> : null}
      {refusal === null ? null : <FormNote tone="plain">{refusal}</FormNote>}
    </DialogFrame>
  );
}

function Ways({ way, onChoose }: { way: Way; onChoose: (way: Way) => void }) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={words.ways} className={styles['ways']}>
      {(['keep', 'remove'] as const).map((one) => (
        <label key={one} className={styles['way']}>
          <input type="radio" name={name} value={one} checked={one === way} onChange={() => onChoose(one)} />
          <span>
            {words[`${one}Here`]}
            <span className={styles['hint']}>{words[`${one}Hint`]}</span>
          </span>
        </label>
      ))}
    </div>
  );
}

function toNull(error: unknown): null {
  console.error('What was never sent can’t be counted.', error);
  return null;
}

function UnsentNote({ way, unsent }: { way: Way; unsent: Unsent | null }) {
  if (unsent === null) return way === 'keep' ? null : <FormNote tone="bad">{words.uncounted}</FormNote>;
  if (way === 'keep') return <FormNote tone="plain">{words.keptUnsent(unsent)}</FormNote>;
  return <FormNote tone="bad">{words.unsent(unsent)}</FormNote>;
}
