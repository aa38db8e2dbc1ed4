import { Card, Heading, Spinner } from '@radix-ui/themes';
import { ExternalLink, Lock } from 'lucide-react';
import { useRef, useState } from 'react';
import { DEMO_STUDIO_KEY, type User } from '#shared/entities/user.ts';
import { FormNote } from '#ui/form-note.tsx';
import { OutLink } from '#ui/out-link.tsx';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { sentenceOf } from '#ui/toasts.ts';
import { KeyField } from '#widgets/key-field.tsx';
import { useKeyForm, type KeyCalls, type KeyOutcome } from '#widgets/use-key-form.ts';
import { useRefusals } from '#widgets/use-refusals.ts';
import { DemoCard } from './demo-card.tsx';
import styles from './onboarding.module.css';
import { uiWords } from '#ui/words.ts';
import { onboardingWords as words } from './words.ts';

/** Asks for the key that everything else depends on, or for the studio that needs none, where the server has one. */
export function Onboarding({ user, keyCalls }: { user: User; keyCalls: KeyCalls }) {
  const form = useKeyForm(keyCalls);
  const refusal = useRefusals().server?.sentence ?? null;
  const submitButton = useRef<HTMLButtonElement>(null);
  const [error, setError] = useState<string | null>(null);
  const [isDemoAsked, setIsDemoAsked] = useState(false);
  const isBusy = form.phase !== 'idle';

  const submit = async (key?: string): Promise<void> => {
    setError(null);
    setIsDemoAsked(key === DEMO_STUDIO_KEY);
    setError(whatWentWrong(await form.submit(key)));
  };

  return (
    <div className={styles['page']}>
      <Heading as="h1" size="8">
        {user.firstName ? words.welcomeByName({ name: user.firstName }) : words.welcome}
      </Heading>
      <p className={styles['lead']}>{words.lead}</p>
      <div className={styles['cards']}>
        <Card size="4" className={styles['keyCard'] ?? ''}>
          <Heading as="h2" size="4">
            {words.keyTitle}
          </Heading>
          <ol className={styles['steps']}>
            {words.steps.map((step, index) => (
              <li key={step}>
                <span>{step}</span>
                {index === 0 ? <KeyLink /> : null}
              </li>
            ))}
          </ol>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              // The button says why.
              if (refusal !== null) submitButton.current?.focus();
              else if (!isBusy) void submit();
            }}
          >
            {/* Enter presses the form's first button. The visible one is disabled while the field is blank, so Enter on it couldn't say what is missing. */}
            <button type="submit" hidden tabIndex={-1}>
              {words.submit.idle}
            </button>
            <KeyField
              label={words.keyLabel}
              value={form.apiKey}
              onChange={form.setApiKey}
              isBusy={isBusy}
              error={isDemoAsked ? null : error}
            />
            <RefusableButton
              ref={submitButton}
              type="submit"
              size="3"
              mt="3"
              className={styles['wide'] ?? ''}
              disabled={isBusy || form.isBlank}
              refusal={refusal}
            >
              {isBusy && !isDemoAsked ? <Spinner /> : null}
              {words.submit[isDemoAsked ? 'idle' : form.phase]}
            </RefusableButton>
          </form>
          {form.phase === 'saving' ? <FormNote tone="ok">{words.validated}</FormNote> : null}
          {error === null ? null : <FormNote tone="bad">{error}</FormNote>}
          <p className={styles['safe']}>
            <Lock size={16} aria-hidden="true" />
            {words.safe}
          </p>
        </Card>
        {user.lacksDemoStudio === true ? null : (
          <DemoCard
            isBusy={isBusy}
            isStarting={isBusy && isDemoAsked}
            refusal={refusal}
            onChoose={() => void submit(DEMO_STUDIO_KEY)}
          />
        )}
      </div>
    </div>
  );
}

function KeyLink() {
  return (
    <OutLink href="https://aistudio.google.com/apikey">
      {words.keyPage} <ExternalLink size={14} aria-label={uiWords.newTab} />
    </OutLink>
  );
}

function whatWentWrong(outcome: KeyOutcome): string | null {
  if (outcome.kind === 'saved') return null;
  if (outcome.kind === 'blank') return words.blank;
  if (outcome.kind === 'not-valid') return outcome.error ?? words.notValid;
  return sentenceOf(outcome.error, outcome.during === 'saving' ? words.notSaved : words.failed);
}
