import { DialogFrame } from '#ui/dialog-frame.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { uiWords } from '#ui/words.ts';
import styles from './file-list.module.css';

type RemoveFilesDialogProps = {
  title: string;
  lead: string;
  /** What the button does. */
  confirm: string;
  files: readonly { id: string; name: string }[];
  /** Why it can't be done now. */
  refusal: string | null;
  onRemove: () => void;
  onClose: () => void;
};

/** Asked before files go for good. */
export function RemoveFilesDialog({ title, lead, confirm, files, refusal, onRemove, onClose }: RemoveFilesDialogProps) {
  const footer = (
    <>
      <QuietButton size="3" data-autofocus="" onClick={onClose}>
        {uiWords.cancel}
      </QuietButton>
      <RefusableButton size="3" color="red" refusal={refusal} onPress={onRemove}>
        {confirm}
      </RefusableButton>
    </>
  );
  return (
    <DialogFrame title={title} width={480} onClose={onClose} footer={footer}>
      <p>{lead}</p>
      <ul className={styles['gone']}>
        {files.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
    </DialogFrame>
  );
}
