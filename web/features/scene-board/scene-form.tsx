import { Button } from '@radix-ui/themes';
import { useId, type ReactNode } from 'react';
import { DialogFrame } from '#ui/dialog-frame.tsx';
import { FormNote } from '#ui/form-note.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import styles from './scene-dialog.module.css';
import { uiWords } from '#ui/words.ts';
import { sceneFormWords as words } from './words.ts';

type SceneFormProps = {
  /** The dialog’s title, and its button’s label. */
  names: { title: string; save: string };
  /** Only a complete form can be saved; one that is incomplete says what is missing, one that is untouched doesn’t. */
  state: 'untouched' | 'incomplete' | 'complete';
  /** What is missing, where it is something else; null where the fields say it. */
  incomplete?: string | null;
  onSave: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog around the fields of a scene. */
export function SceneForm({ names, state, incomplete = words.incomplete, onSave, onClose, children }: SceneFormProps) {
  const formId = useId();
  const footer = (
    <>
      <QuietButton size="3" onClick={onClose}>
        {uiWords.cancel}
      </QuietButton>
      <Button size="3" type="submit" form={formId} disabled={state !== 'complete'}>
        {names.save}
      </Button>
    </>
  );
  return (
    <DialogFrame title={names.title} width={560} onClose={onClose} footer={footer}>
      <form
        id={formId}
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          if (state === 'complete') onSave();
        }}
      >
        {children}
        {state === 'incomplete' && incomplete !== null ? <FormNote tone="plain">{incomplete}</FormNote> : null}
      </form>
    </DialogFrame>
  );
}
