import { Spinner } from '@radix-ui/themes';
import { useState } from 'react';
import { QuietButton } from '#ui/quiet-button.tsx';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { useRefusals } from '#widgets/use-refusals.ts';
import { uiWords } from '#ui/words.ts';

type StartButtonsProps = {
  /** The label of the button that starts. */
  label: string;
  /** Resolves when the server has accepted the job, or a toast has shown the failure. */
  onStart: () => Promise<void>;
  onCancel: () => void;
  /** Why it can’t be started as it stands; null when it can. */
  refusal?: string | null;
};

/** Cancel, and the button that spends money, which can be pressed once. */
export function StartButtons({ label, onStart, onCancel, refusal = null }: StartButtonsProps) {
  const [isStarting, setIsStarting] = useState(false);
  const { ai } = useRefusals();
  const start = async (): Promise<void> => {
    setIsStarting(true);
    await onStart();
    setIsStarting(false);
  };
  return (
    <>
      <QuietButton size="3" onClick={onCancel}>
        {uiWords.cancel}
      </QuietButton>
      <RefusableButton size="3" disabled={isStarting} refusal={ai?.sentence ?? refusal} onPress={() => void start()}>
        {isStarting ? <Spinner /> : null}
        {label}
      </RefusableButton>
    </>
  );
}
