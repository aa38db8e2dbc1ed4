import { useState } from 'react';

export type KeyPhase = 'idle' | 'validating' | 'saving';

export type KeyCalls = {
  validate: (apiKey: string) => Promise<{ valid: boolean; error?: string | undefined }>;
  /** Saves the key and waits until the rest of the app knows about it. Throws when it was not saved. */
  save: (apiKey: string) => Promise<void>;
};

export type KeyOutcome =
  | { kind: 'blank' }
  /** The provider judged it; `error` is its sentence, or null. */
  | { kind: 'not-valid'; error: string | null }
  /** The key may be good, but a call failed: the one that judges it, or the one that saves it. */
  | { kind: 'failed'; error: unknown; during: 'validating' | 'saving' }
  | { kind: 'saved' };

/** The way of a new API key: first judged by the provider, then saved; a blank one is never sent. */
export function useKeyForm({ validate, save }: KeyCalls) {
  const [apiKey, setApiKey] = useState('');
  const [phase, setPhase] = useState<KeyPhase>('idle');

  const submit = async (given: string = apiKey): Promise<KeyOutcome> => {
    const trimmed = given.trim();
    if (!trimmed) return { kind: 'blank' };
    let during: 'validating' | 'saving' = 'validating';
    setPhase(during);
    try {
      const verdict = await validate(trimmed);
      if (!verdict.valid) return { kind: 'not-valid', error: verdict.error ?? null };
      during = 'saving';
      setPhase(during);
      await save(trimmed);
      return { kind: 'saved' };
    } catch (error) {
      return { kind: 'failed', error, during };
    } finally {
      setPhase('idle');
    }
  };

  return { apiKey, setApiKey, phase, submit, isBlank: apiKey.trim() === '' };
}
