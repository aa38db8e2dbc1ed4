import { useEffect, useRef, useState } from 'react';
import { improveDescription } from '#api/ai-help.ts';
import { showFailure, showToast } from '#ui/toasts.ts';
import { descriptionWords as words } from './words.ts';

export type Improvement = {
  isImproving: boolean;
  /** The text is exactly what the AI wrote, so it can still be undone. */
  isImproved: boolean;
  improve: () => Promise<void>;
  undo: () => void;
};

/** Lets the AI improve a description, and undoes it. Closing the dialog cancels the request. */
export function useImprovement(description: string, onChange: (description: string) => void): Improvement {
  const [isImproving, setIsImproving] = useState(false);
  const [last, setLast] = useState<{ before: string; after: string } | null>(null);
  const call = useRef<AbortController>(null);
  useEffect(() => () => call.current?.abort(), []);

  const improve = async (): Promise<void> => {
    const { signal } = (call.current = new AbortController());
    setIsImproving(true);
    try {
      const after = await improveDescription(description, signal);
      setLast(after === description ? null : { before: description, after });
      onChange(after);
      showToast(after === description ? words.unchanged : words.improved);
    } catch (error) {
      if (!signal.aborted) showFailure(words.failed, error);
    }
    setIsImproving(false);
  };
  return {
    isImproving,
    isImproved: last !== null && last.after === description,
    improve,
    undo: () => last && onChange(last.before),
  };
}
