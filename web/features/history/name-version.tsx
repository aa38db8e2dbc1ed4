import { TextField } from '@radix-ui/themes';
import { useId, useRef, useState } from 'react';
import { limits } from '#shared/limits.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { uiWords } from '#ui/words.ts';
import styles from './name-version.module.css';
import { saveVersion } from './restore-version.ts';
import { versionWords as words } from './version-words.ts';

/** Keeps the project as it is now, under a name. */
export function NameVersion({ projectId }: { projectId: string }) {
  const [name, setName] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const fieldId = useId();
  const close = (): void => {
    setName(null);
    // The button comes back with the next picture.
    requestAnimationFrame(() => button.current?.focus());
  };
  const save = async (): Promise<void> => {
    if (name !== null && name.trim() !== '' && (await saveVersion(projectId, name))) close();
  };
  if (name === null) {
    return (
      <div className={styles['part']}>
        <QuietButton ref={button} size="1" onClick={() => setName('')}>
          {words.nameThis}
        </QuietButton>
      </div>
    );
  }
  return (
    <form
      className={styles['part']}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <label htmlFor={fieldId}>{words.name}</label>
      <TextField.Root
        id={fieldId}
        ref={focusOnce}
        maxLength={limits.titleLength}
        value={name}
        aria-describedby={`${fieldId}-hint`}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          close();
        }}
      />
      <p id={`${fieldId}-hint`}>{words.hint}</p>
      <div className={styles['choices']}>
        <QuietButton type="button" size="1" onClick={close}>
          {uiWords.cancel}
        </QuietButton>
        <RefusableButton type="submit" size="1" isQuiet refusal={name.trim() === '' ? words.unnamed : null}>
          {words.save}
        </RefusableButton>
      </div>
    </form>
  );
}

/** The person has just asked for the field. */
function focusOnce(field: HTMLInputElement | null): void {
  field?.focus();
}
