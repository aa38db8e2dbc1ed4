import { Button } from '@radix-ui/themes';
import { useId, type ReactNode } from 'react';
import { DialogFrame } from '#ui/dialog-frame.tsx';
import { FormNote } from '#ui/form-note.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import styles from './scene-dialog.module.css';

type SceneFormProps = {
  /** The dialog's title, and what its button says. */
  names: { title: string; save: string };
  /** Complete ones can be saved; what is missing is told once something was written. */
  state: 'untouched' | 'incomplete' | 'complete';
  onSave: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog around the words of a scene. */
export function SceneForm({ names, state, onSave, onClose, children }: SceneFormProps) {
  const formId = useId();
  const footer = (
    <>
      <QuietButton size="3" onClick={onClose}>
        Cancel
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
        {state === 'incomplete' ? <FormNote tone="plain">A scene needs a title and a description.</FormNote> : null}
      </form>
    </DialogFrame>
  );
}
