import { TextField } from '@radix-ui/themes';
import { Eye, EyeOff, KeyRound } from 'lucide-react';
import { useId, useState } from 'react';
import { limits } from '#shared/limits.ts';
import { IconAction } from '#ui/icon-action.tsx';
import field from '#ui/field.module.css';
import styles from './key-field.module.css';
import { keyFieldWords } from './words.ts';

type KeyFieldProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  isBusy: boolean;
  /** A sentence that says what is wrong with it; the field is then marked. */
  error?: string | null;
};

/** A masked field for an API key, with a button that shows it. Password managers are kept away from it. */
export function KeyField({ label, value, onChange, isBusy, error = null }: KeyFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const id = useId();
  return (
    <div>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      <TextField.Root
        id={id}
        size="3"
        type={isShown ? 'text' : 'password'}
        placeholder={keyFieldWords.placeholder}
        autoComplete="off"
        spellCheck={false}
        data-1p-ignore=""
        maxLength={limits.apiKeyLength}
        value={value}
        readOnly={isBusy}
        aria-invalid={error !== null}
        className={error === null ? '' : (field['wrong'] ?? '')}
        onChange={(event) => onChange(event.target.value)}
      >
        <TextField.Slot>
          <KeyRound size={16} aria-hidden="true" />
        </TextField.Slot>
        <TextField.Slot>
          <IconAction label={isShown ? keyFieldWords.hide : keyFieldWords.show} onClick={() => setIsShown(!isShown)}>
            {isShown ? <EyeOff size={16} /> : <Eye size={16} />}
          </IconAction>
        </TextField.Slot>
      </TextField.Root>
    </div>
  );
}
