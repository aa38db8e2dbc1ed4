import { Button, TextField } from '@radix-ui/themes';
import { useId, useState } from 'react';
import type { CharacterReference } from '#shared/entities/character-reference.ts';
import { limits } from '#shared/limits.ts';
import { DialogFrame } from '#ui/dialog-frame.tsx';
import edge from '#ui/field.module.css';
import { QuietButton } from '#ui/quiet-button.tsx';
import { uiWords } from '#ui/words.ts';
import styles from './rename-dialog.module.css';
import { renameWords as words } from './words.ts';

type RenameDialogProps = {
  character: CharacterReference;
  /** Names of the others. */
  taken: readonly string[];
  /** Resolves to false when the name stays as it was; a toast has said why. */
  onRename: (name: string) => Promise<boolean>;
  onClose: () => void;
};

/** Gives a character another name. */
export function RenameDialog({ character, taken, onRename, onClose }: RenameDialogProps) {
  const [name, setName] = useState(character.name);
  const fieldId = useId();
  const formId = useId();
  const wanted = name.trim();
  const isTaken = taken.some((other) => other.trim().toLowerCase() === wanted.toLowerCase());
  const canSave = wanted !== '' && !isTaken;
  const save = async (): Promise<void> => {
    if (canSave && (await onRename(wanted))) onClose();
  };
  const footer = (
    <>
      <QuietButton size="3" onClick={onClose}>
        {uiWords.cancel}
      </QuietButton>
      <Button size="3" type="submit" form={formId} disabled={!canSave}>
        {words.save}
      </Button>
    </>
  );
  return (
    <DialogFrame title={words.title(character)} width={440} onClose={onClose} footer={footer}>
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <label className={styles['label']} htmlFor={fieldId}>
          {words.field}
        </label>
        <TextField.Root
          id={fieldId}
          size="3"
          data-autofocus=""
          maxLength={limits.nameLength}
          value={name}
          aria-invalid={isTaken}
          aria-describedby={`${fieldId}-hint`}
          className={isTaken ? (edge['wrong'] ?? '') : ''}
          onChange={(event) => setName(event.target.value)}
        />
        <p id={`${fieldId}-hint`} className={styles['hint']} data-wrong={isTaken}>
          {isTaken ? words.taken : words.hint}
        </p>
      </form>
    </DialogFrame>
  );
}
