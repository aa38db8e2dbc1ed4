import { Button, TextArea } from '@radix-ui/themes';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { limits } from '#shared/limits.ts';
import { FormNote } from '#ui/form-note.tsx';
import { highContrast } from '#ui/high-contrast.ts';
import { LengthNote } from '#ui/length-note.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import styles from './concept-card.module.css';
import { uiWords } from '#ui/words.ts';
import { conceptWords as words } from './words.ts';

type ConceptFormProps = {
  description: string;
  /** Called with a text that isn't blank and differs from the current one. */
  onSave: (description: string) => void;
  onClose: () => void;
};

/** The concept as a field: Ctrl+Enter saves, Escape cancels. */
export function ConceptForm({ description, onSave, onClose }: ConceptFormProps) {
  const [draft, setDraft] = useState(description);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const isBlank = draft.trim() === '';
  const save = (): void => {
    if (isBlank) return;
    if (draft.trim() !== description) onSave(draft.trim());
    onClose();
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
  };
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <TextArea
        ref={field}
        aria-label={words.field}
        size="2"
        rows={10}
        resize="vertical"
        maxLength={limits.descriptionLength}
        value={draft}
        onKeyDown={onKey}
        onChange={(event) => setDraft(event.target.value)}
      />
      <LengthNote length={draft.length} limit={limits.descriptionLength} />
      {isBlank ? <FormNote tone="plain">{words.blank}</FormNote> : null}
      <div className={styles['actions']}>
        <Button size="1" type="submit" color="gray" className={highContrast} disabled={isBlank}>
          {words.save}
        </Button>
        <QuietButton size="1" onClick={onClose}>
          {uiWords.cancel}
        </QuietButton>
      </div>
    </form>
  );
}
