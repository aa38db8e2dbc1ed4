import { Card, Heading, Spinner } from '@radix-ui/themes';
import { ExternalLink } from 'lucide-react';
import { useRef, useState } from 'react';
import { DEMO_STUDIO_KEY } from '#shared/entities/user.ts';
import { OutLink } from '#ui/out-link.tsx';
import { showFailure, showToast } from '#ui/toasts.ts';
import { FormNote } from '#ui/form-note.tsx';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { KeyField } from '#widgets/key-field.tsx';
import { useKeyForm, type KeyCalls, type KeyOutcome } from '#widgets/use-key-form.ts';
import { useRefusals } from '#widgets/use-refusals.ts';
import { RemoveKeyDialog } from './remove-key-dialog.tsx';
import styles from './settings.module.css';
import { QuietButton } from '#ui/quiet-button.tsx';
import { uiWords } from '#ui/words.ts';
import { keyWords as words } from './words.ts';

/** How a key is validated, saved, and removed. */
export type SettingsKeyCalls = KeyCalls & {
  /** @throws ApiError, OfflineError */
  remove: () => Promise<void>;
};

type KeyCardProps = {
  /** The mask of the saved key, the demo studio's name, or null. */
  storedKey: string | null;
  keyCalls: SettingsKeyCalls;
  /** The key was changed or removed. */
  onChanged: () => void;
};

/** The key that pays for clips: shown as a mask, changed, or removed. */
export function KeyCard({ storedKey, keyCalls, onChanged }: KeyCardProps) {
  const [isChanging, setIsChanging] = useState(false);
  const [isRemoving, setIsRemoving] = useState(false);
  return (
    <Card size="3" className={styles['card'] ?? ''}>
      <Heading as="h2" size="4">
        {words.title}
      </Heading>
      <div className={styles['current']}>
        <div>
          <p className="quiet">{words.current}</p>
          <p className={styles['key']}>{keyName(storedKey)}</p>
        </div>
        <div className={styles['buttons']}>
          <QuietButton size="2" aria-expanded={isChanging} disabled={isChanging} onClick={() => setIsChanging(true)}>
            {words.change}
          </QuietButton>
          {storedKey === null ? null : (
            <QuietButton size="2" variant="ghost" onClick={() => setIsRemoving(true)}>
              {words.remove}
            </QuietButton>
          )}
        </div>
      </div>
      {storedKey === DEMO_STUDIO_KEY ? <p className={styles['demoNote']}>{words.demoNote}</p> : null}
      {isChanging ? <NewKeyForm keyCalls={keyCalls} onSaved={onChanged} onCancel={() => setIsChanging(false)} /> : null}
      {isRemoving ? (
        <RemoveKeyDialog onRemove={keyCalls.remove} onRemoved={onChanged} onClose={() => setIsRemoving(false)} />
      ) : null}
    </Card>
  );
}

type NewKeyFormProps = { keyCalls: KeyCalls; onSaved: () => void; onCancel: () => void };

function NewKeyForm({ keyCalls, onSaved, onCancel }: NewKeyFormProps) {
  const form = useKeyForm(keyCalls);
  const refusal = useRefusals().server?.sentence ?? null;
  const submitButton = useRef<HTMLButtonElement>(null);
  const [isNotValid, setIsNotValid] = useState(false);
  const error = isNotValid ? words.notValid.description : null;
  const isBusy = form.phase !== 'idle';
  const submit = async (): Promise<void> => {
    const outcome = await form.submit();
    tell(outcome);
    setIsNotValid(outcome.kind === 'not-valid');
    if (outcome.kind === 'saved') onSaved();
  };
  return (
    <form
      className={styles['newKey']}
      onSubmit={(event) => {
        event.preventDefault();
        // The button says why.
        if (refusal !== null) submitButton.current?.focus();
        else if (!isBusy) void submit();
      }}
    >
      {/* Enter presses the form's first button; the visible one is disabled while the field is blank. */}
      <button type="submit" hidden tabIndex={-1}>
        {words.submit.idle}
      </button>
      <OutLink href="https://aistudio.google.com/apikey">
        {words.getKey} <ExternalLink size={14} aria-label={uiWords.newTab} />
      </OutLink>
      <KeyField label={words.newKey} value={form.apiKey} onChange={form.setApiKey} isBusy={isBusy} error={error} />
      {error === null ? null : <FormNote tone="bad">{error}</FormNote>}
      <div className={styles['actions']}>
        <RefusableButton ref={submitButton} type="submit" size="2" disabled={isBusy || form.isBlank} refusal={refusal}>
          {isBusy ? <Spinner /> : null}
          {words.submit[form.phase]}
        </RefusableButton>
        <QuietButton size="2" type="button" disabled={isBusy} onClick={onCancel}>
          {uiWords.cancel}
        </QuietButton>
      </div>
    </form>
  );
}

function keyName(storedKey: string | null): string {
  if (storedKey === null) return words.notSet;
  return storedKey === DEMO_STUDIO_KEY ? words.demoStudio : storedKey;
}

function tell(outcome: KeyOutcome): void {
  if (outcome.kind === 'saved') showToast(words.saved);
  else if (outcome.kind === 'blank') showToast({ ...words.blank, tone: 'destructive' });
  else if (outcome.kind === 'not-valid') {
    showToast({
      title: words.notValid.title,
      description: outcome.error ?? words.notValid.description,
      tone: 'destructive',
    });
  } else showFailure(words.failed.title, outcome.error, words.failed.description);
}
