import { Button, Card, Heading, Spinner } from '@radix-ui/themes';
import { ExternalLink, Lock } from 'lucide-react';
import { useState } from 'react';
import { DEMO_STUDIO_KEY, type User } from '#shared/entities/user.ts';
import { FormNote } from '#ui/form-note.tsx';
import { sentenceOf } from '#ui/toasts.ts';
import { KeyField } from '#widgets/key-field.tsx';
import { useKeyForm, type KeyCalls, type KeyOutcome } from '#widgets/use-key-form.ts';
import { DemoCard } from './demo-card.tsx';
import styles from './onboarding.module.css';

const steps = [
  'Open Google AI Studio',
  'Sign in with your Google account',
  'Choose Get API key, then Create API key',
  'Paste the key here',
] as const;

/** Asks for the key that everything else depends on, or for the studio that needs none. */
export function Onboarding({ user, keyCalls }: { user: User; keyCalls: KeyCalls }) {
  const form = useKeyForm(keyCalls);
  const [error, setError] = useState<string | null>(null);
  const [isDemoAsked, setIsDemoAsked] = useState(false);
  const isBusy = form.phase !== 'idle';

  const submit = async (key?: string): Promise<void> => {
    setError(null);
    setIsDemoAsked(key === DEMO_STUDIO_KEY);
    setError(refusal(await form.submit(key)));
  };

  return (
    <div className={styles['page']}>
      <Heading as="h1" size="8">
        {user.firstName ? `Welcome, ${user.firstName}` : 'Welcome'}
      </Heading>
      <p className={styles['lead']}>One thing before the first movie: who makes the clips?</p>
      <div className={styles['cards']}>
        <Card size="4" className={styles['keyCard'] ?? ''}>
          <Heading as="h2" size="4">
            Set up your Gemini API key
          </Heading>
          <ol className={styles['steps']}>
            {steps.map((step, index) => (
              <li key={step}>
                <span>{step}</span>
                {index === 0 ? <KeyLink /> : null}
              </li>
            ))}
          </ol>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              if (!isBusy) void submit();
            }}
          >
            {/* Enter submits by the form's first button. The one below is disabled while blank, and nothing would say what is missing. */}
            <button type="submit" hidden tabIndex={-1}>
              Validate & Continue
            </button>
            <KeyField
              label="API key"
              value={form.apiKey}
              onChange={form.setApiKey}
              isBusy={isBusy}
              error={isDemoAsked ? null : error}
            />
            <Button type="submit" size="3" mt="3" className={styles['wide'] ?? ''} disabled={isBusy || form.isBlank}>
              {isBusy && !isDemoAsked ? <Spinner /> : null}
              {isDemoAsked ? 'Validate & Continue' : submitLabel[form.phase]}
            </Button>
          </form>
          {form.phase === 'saving' ? <FormNote tone="ok">API key validated successfully! Saving...</FormNote> : null}
          {error === null ? null : <FormNote tone="bad">{error}</FormNote>}
          <p className={styles['safe']}>
            <Lock size={16} aria-hidden="true" />
            Your key is stored securely. You can change it later in settings.
          </p>
        </Card>
        <DemoCard isBusy={isBusy} isStarting={isBusy && isDemoAsked} onChoose={() => void submit(DEMO_STUDIO_KEY)} />
      </div>
    </div>
  );
}

const submitLabel = { idle: 'Validate & Continue', validating: 'Validating API Key...', saving: 'Saving...' } as const;

function KeyLink() {
  return (
    <a className="link" href="https://aistudio.google.com/apikey" target="_blank" rel="noreferrer">
      aistudio.google.com/apikey <ExternalLink size={14} aria-label="(opens in a new tab)" />
    </a>
  );
}

function refusal(outcome: KeyOutcome): string | null {
  if (outcome.kind === 'saved') return null;
  if (outcome.kind === 'blank') return 'Please enter your Gemini API key';
  if (outcome.kind === 'not-valid') return outcome.error ?? 'Invalid API key. Please check and try again.';
  return sentenceOf(
    outcome.error,
    outcome.during === 'saving' ? 'Failed to save API key' : 'An error occurred. Please try again.',
  );
}
