import { Button } from '@radix-ui/themes';
import { DialogFrame } from '#ui/dialog-frame.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import { uiWords } from '#ui/words.ts';
import styles from './import.module.css';
import type { ImportWay } from './import-file.ts';
import { importWords } from './import-words.ts';

type ImportChoiceDialogProps = {
  /** Of the project that the file came from, as it is called now. */
  title: string;
  onChoose: (way: ImportWay) => void;
  onClose: () => void;
};

const words = importWords.choice;

/** Asks whether a file replaces the project that it came from. */
export function ImportChoiceDialog({ title, onChoose, onClose }: ImportChoiceDialogProps) {
  const footer = (
    <div className={styles['choices']}>
      <QuietButton size="3" onClick={onClose}>
        {uiWords.cancel}
      </QuietButton>
      <QuietButton size="3" onClick={() => onChoose('over')}>
        {words.replace}
      </QuietButton>
      <Button size="3" data-autofocus="" onClick={() => onChoose('new')}>
        {words.asNew}
      </Button>
    </div>
  );
  return (
    <DialogFrame title={words.title} width={520} onClose={onClose} footer={footer}>
      <p className={styles['text']}>{words.text({ title })}</p>
      <p className={styles['hint']}>{words.replaceHint}</p>
    </DialogFrame>
  );
}
