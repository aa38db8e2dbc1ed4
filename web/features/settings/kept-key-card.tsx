import { Button, Card, Heading } from '@radix-ui/themes';
import { useState } from 'react';
import { QuietButton } from '#ui/quiet-button.tsx';
import { showFailure, showToast } from '#ui/toasts.ts';
import { KeyField } from '#widgets/key-field.tsx';
import styles from './settings.module.css';

/** The key that this browser keeps for itself. */
export type KeptKey = {
  isKept(): boolean;
  /** @throws what the browser's storage says */
  keep(apiKey: string): Promise<void>;
  forget(): void;
};

/** A key in this browser alone: off until somebody wants it, and plain about what it is worth. */
export function KeptKeyCard({ keptKey }: { keptKey: KeptKey }) {
  const [isKept, setIsKept] = useState(() => keptKey.isKept());
  const [isAdding, setIsAdding] = useState(false);
  const forget = (): void => {
    keptKey.forget();
    setIsKept(false);
    showToast({ title: 'The key is no longer kept in this browser' });
  };
  return (
    <Card size="3" className={styles['card'] ?? ''}>
      <Heading as="h2" size="4">
        Key in this browser
      </Heading>
      <div className={styles['current']}>
        <p>{isKept ? 'A key is kept here.' : 'No key is kept here.'}</p>
        {isKept ? (
          <QuietButton size="2" onClick={forget}>
            Remove
          </QuietButton>
        ) : (
          <QuietButton size="2" aria-expanded={isAdding} disabled={isAdding} onClick={() => setIsAdding(true)}>
            Keep a Key Here
          </QuietButton>
        )}
      </div>
      <p className={styles['demoNote']}>
        You do not need this. A key that is kept here goes along when you improve a scene, in place of the saved one. It
        is encrypted with what any page of this address can work out, so it is safe from a glance at the storage, but
        not from an extension, from a program on this computer, or from somebody who uses this browser.
      </p>
      {isAdding ? (
        <KeepForm
          keptKey={keptKey}
          onKept={() => {
            setIsKept(true);
            setIsAdding(false);
          }}
          onCancel={() => setIsAdding(false)}
        />
      ) : null}
    </Card>
  );
}

type KeepFormProps = { keptKey: KeptKey; onKept: () => void; onCancel: () => void };

function KeepForm({ keptKey, onKept, onCancel }: KeepFormProps) {
  const [apiKey, setApiKey] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const keep = async (): Promise<void> => {
    setIsBusy(true);
    try {
      await keptKey.keep(apiKey.trim());
      showToast({ title: 'The key is kept in this browser' });
      onKept();
    } catch (error) {
      showFailure('The key was not kept', error);
      setIsBusy(false);
    }
  };
  return (
    <form
      className={styles['newKey']}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy && apiKey.trim() !== '') void keep();
      }}
    >
      <KeyField label="Key to keep here" value={apiKey} onChange={setApiKey} isBusy={isBusy} />
      <div className={styles['actions']}>
        <Button type="submit" size="2" disabled={isBusy || apiKey.trim() === ''}>
          Keep
        </Button>
        <QuietButton size="2" type="button" disabled={isBusy} onClick={onCancel}>
          Cancel
        </QuietButton>
      </div>
    </form>
  );
}
