import { PenLine, Undo2 } from 'lucide-react';
import { Spinner } from '@radix-ui/themes';
import { useId } from 'react';
import { limits } from '#shared/limits.ts';
import edge from '#ui/field.module.css';
import { LengthNote } from '#ui/length-note.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { useRefusals } from '#widgets/use-refusals.ts';
import styles from './create-project.module.css';
import field from './description-field.module.css';
import type { Improvement } from './use-improvement.ts';
import { descriptionWords as words } from './words.ts';

type DescriptionFieldProps = {
  value: string;
  onChange: (description: string) => void;
  improvement: Improvement;
  /** It was empty when the person pressed Create Project. */
  isMissing: boolean;
};

/** The idea itself: the big field, with the tools for its text along the bottom edge. */
export function DescriptionField({ value, onChange, improvement, isMissing }: DescriptionFieldProps) {
  const id = useId();
  const { isImproving } = improvement;
  const { ai } = useRefusals();
  return (
    <div>
      <div className={styles['labelRow']}>
        <label className={styles['label']} htmlFor={id}>
          {words.label}
        </label>
        <span className={`${styles['counter']} numbers`}>
          {words.length({ length: value.length, limit: limits.descriptionLength })}
        </span>
      </div>
      <div className={`${field['box']} ${isMissing ? edge['wrong'] : ''}`}>
        <textarea
          id={id}
          data-autofocus=""
          aria-required
          aria-invalid={isMissing}
          rows={6}
          placeholder={words.placeholder}
          maxLength={limits.descriptionLength}
          value={value}
          readOnly={isImproving}
          aria-busy={isImproving}
          onChange={(event) => onChange(event.target.value)}
        />
        <div className={field['tools']}>
          {improvement.isImproved ? (
            <QuietButton size="2" type="button" variant="ghost" onClick={improvement.undo}>
              <Undo2 size={16} aria-hidden="true" />
              {words.undo}
            </QuietButton>
          ) : null}
          <RefusableButton
            isQuiet
            size="2"
            type="button"
            disabled={isImproving || (value.trim() === '' && ai === null)}
            refusal={ai?.sentence ?? null}
            onPress={() => void improvement.improve()}
          >
            {isImproving ? <Spinner /> : <PenLine size={16} aria-hidden="true" />}
            {words.improve}
          </RefusableButton>
        </div>
      </div>
      <LengthNote length={value.length} limit={limits.descriptionLength} />
    </div>
  );
}
