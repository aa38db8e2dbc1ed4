import { TextArea, TextField } from '@radix-ui/themes';
import { useId } from 'react';
import { limits } from '#shared/limits.ts';
import { LengthNote } from '#ui/length-note.tsx';
import styles from './scene-dialog.module.css';
import { sceneFormWords as words } from './words.ts';

type FieldProps = { value: string; onChange: (value: string) => void };

/** @param isFocused whether it has the focus when the dialog opens */
export function TitleField({ value, onChange, isFocused = false }: FieldProps & { isFocused?: boolean }) {
  const id = useId();
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{words.title}</label>
      <TextField.Root
        id={id}
        size="3"
        {...(isFocused && { 'data-autofocus': '' })}
        maxLength={limits.titleLength}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <LengthNote length={value.length} limit={limits.titleLength} />
    </div>
  );
}

export function DescriptionField({ value, onChange }: FieldProps) {
  const id = useId();
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{words.description}</label>
      <TextArea
        id={id}
        size="3"
        rows={6}
        resize="vertical"
        maxLength={limits.descriptionLength}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <LengthNote length={value.length} limit={limits.descriptionLength} />
    </div>
  );
}

export function NegativePromptField({ value, onChange }: FieldProps) {
  const id = useId();
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{words.negativePrompt.label}</label>
      <TextArea
        id={id}
        size="3"
        rows={2}
        resize="vertical"
        placeholder={words.negativePrompt.placeholder}
        maxLength={limits.negativePromptLength}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <LengthNote length={value.length} limit={limits.negativePromptLength} />
    </div>
  );
}
