import { useEffect, useRef, useState } from 'react';
import { improveDescription } from '#api/ai-help.ts';
import { showFailure, showToast } from '#ui/toasts.ts';

export type Improvement = {
  isImproving: boolean;
  /** The text is as the AI wrote it: what stood there before can be had back. */
  isImproved: boolean;
  improve: () => Promise<void>;
  undo: () => void;
};

/** Better words for a description, and the way back to the person's own. Who closes the dialog calls it off. */
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
      setLast({ before: description, after });
      onChange(after);
      showToast({ title: 'Description improved', description: 'AI has enhanced your prompt with Veo best practices' });
    } catch (error) {
      if (!signal.aborted) showFailure('Error improving description', error);
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
