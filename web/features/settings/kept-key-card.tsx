import { Button, Card, Heading } from '@radix-ui/themes';
import { useState } from 'react';
import { QuietButton } from '#ui/quiet-button.tsx';
import { showFailure, showToast } from '#ui/toasts.ts';
import { KeyField } from '#widgets/key-field.tsx';
import styles from './settings.module.css';
import { uiWords } from '#ui/words.ts';
import { keptKeyWords as words } from './words.ts';

/** The key that only this browser has. */
export type KeptKey = {
  isKept(): boolean;
  /** @throws what the browser's storage says */
  keep(apiKey: string): Promise<void>;
  forget(): void;
};

/** A key for this browser only: off by default, and honest about how safe it is. */
export function KeptKeyCard({ keptKey }: { keptKey: KeptKey }) {
  const [isKept, setIsKept] = useState(() => keptKey.isKept());
  const [isAdding, setIsAdding] = useState(false);
  const forget = (): void => {
    keptKey.forget();
    setIsKept(false);
    showToast({ title: words.removed });
  };
  return (
    <Card size="3" className={styles['card'] ?? ''}>
      <Heading as="h2" size="4">
        {words.title}
      </Heading>
      <div className={styles['current']}>
        <p>{isKept ? words.kept : words.notKept}</p>
        {isKept ? (
          <QuietButton size="2" onClick={forget}>
            {words.remove}
          </QuietButton>
        ) : (
          <QuietButton size="2" aria-expanded={isAdding} disabled={isAdding} onClick={() => setIsAdding(true)}>
            {words.add}
          </QuietButton>
        )}
      </div>
      <p className={styles['demoNote']}>{words.note}</p>
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
      showToast({ title: words.saved });
      onKept();
    } catch (error) {
      showFailure(words.failed, error);
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
      <KeyField label={words.field} value={apiKey} onChange={setApiKey} isBusy={isBusy} />
      <div className={styles['actions']}>
        <Button type="submit" size="2" disabled={isBusy || apiKey.trim() === ''}>
          {words.keep}
        </Button>
        <QuietButton size="2" type="button" disabled={isBusy} onClick={onCancel}>
          {uiWords.cancel}
        </QuietButton>
      </div>
    </form>
  );
}
