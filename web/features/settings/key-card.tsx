import { Button, Card, Heading, Spinner } from '@radix-ui/themes';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { DEMO_STUDIO_KEY } from '#shared/entities/user.ts';
import { showFailure, showToast } from '#ui/toasts.ts';
import { FormNote } from '#ui/form-note.tsx';
import { KeyField } from '#widgets/key-field.tsx';
import { useKeyForm, type KeyCalls, type KeyOutcome } from '#widgets/use-key-form.ts';
import { RemoveKeyDialog } from './remove-key-dialog.tsx';
import styles from './settings.module.css';
import { QuietButton } from '#ui/quiet-button.tsx';

/** How a key is judged, saved and removed. */
export type SettingsKeyCalls = KeyCalls & {
  /** @throws ApiError, OfflineError */
  remove: () => Promise<void>;
};

type KeyCardProps = {
  /** The mask of the saved key, the demo studio's name, or null. */
  storedKey: string | null;
  keyCalls: SettingsKeyCalls;
  /** The key is another one, or gone. */
  onChanged: () => void;
};

/** The key that clips are made on: shown as a mask, changed, or removed. */
export function KeyCard({ storedKey, keyCalls, onChanged }: KeyCardProps) {
  const [isChanging, setIsChanging] = useState(false);
  const [isRemoving, setIsRemoving] = useState(false);
  return (
    <Card size="3" className={styles['card'] ?? ''}>
      <Heading as="h2" size="4">
        API Key Management
      </Heading>
      <div className={styles['current']}>
        <div>
          <p className="quiet">Current key</p>
          <p className={styles['key']}>{keyName(storedKey)}</p>
        </div>
        <div className={styles['buttons']}>
          <QuietButton size="2" aria-expanded={isChanging} disabled={isChanging} onClick={() => setIsChanging(true)}>
            Change Key
          </QuietButton>
          {storedKey === null ? null : (
            <QuietButton size="2" variant="ghost" onClick={() => setIsRemoving(true)}>
              Remove Key…
            </QuietButton>
          )}
        </div>
      </div>
      {storedKey === DEMO_STUDIO_KEY ? (
        <p className={styles['demoNote']}>
          Clips are short animations, marked “Demo”. Nothing is charged. With a key of your own, new clips are filmed by
          the real model.
        </p>
      ) : null}
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
  const [isRefused, setIsRefused] = useState(false);
  const error = isRefused ? 'The API key is not valid' : null;
  const isBusy = form.phase !== 'idle';
  const submit = async (): Promise<void> => {
    const outcome = await form.submit();
    tell(outcome);
    setIsRefused(outcome.kind === 'not-valid');
    if (outcome.kind === 'saved') onSaved();
  };
  return (
    <form
      className={styles['newKey']}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void submit();
      }}
    >
      {/* Enter submits by the form's first button; the one below is disabled while the field is blank. */}
      <button type="submit" hidden tabIndex={-1}>
        Validate & Save
      </button>
      <a className="link" href="https://aistudio.google.com/apikey" target="_blank" rel="noreferrer">
        Get a key at aistudio.google.com/apikey <ExternalLink size={14} aria-label="(opens in a new tab)" />
      </a>
      <KeyField label="New key" value={form.apiKey} onChange={form.setApiKey} isBusy={isBusy} error={error} />
      {error === null ? null : <FormNote tone="bad">{error}</FormNote>}
      <div className={styles['actions']}>
        <Button type="submit" size="2" disabled={isBusy || form.isBlank}>
          {isBusy ? <Spinner /> : null}
          {submitLabel[form.phase]}
        </Button>
        <QuietButton size="2" type="button" disabled={isBusy} onClick={onCancel}>
          Cancel
        </QuietButton>
      </div>
    </form>
  );
}

const submitLabel = { idle: 'Validate & Save', validating: 'Validating API Key...', saving: 'Saving...' } as const;

function keyName(storedKey: string | null): string {
  if (storedKey === null) return 'Not set';
  return storedKey === DEMO_STUDIO_KEY ? 'Demo studio' : storedKey;
}

function tell(outcome: KeyOutcome): void {
  if (outcome.kind === 'saved') showToast({ title: 'Success', description: 'API key saved successfully' });
  else if (outcome.kind === 'blank')
    showToast({ title: 'Error', description: 'Please enter an API key', tone: 'destructive' });
  else if (outcome.kind === 'not-valid') {
    showToast({
      title: 'Invalid API Key',
      description: outcome.error ?? 'The API key is not valid',
      tone: 'destructive',
    });
  } else showFailure('Error', outcome.error, 'Failed to save API key');
}
