import { Spinner } from '@radix-ui/themes';
import { useState } from 'react';
import { QuietButton } from '#ui/quiet-button.tsx';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { useRefusals } from '#widgets/use-refusals.ts';

type StartButtonsProps = {
  /** What the starting button says. */
  label: string;
  /** Starts; resolves when the server has taken the job, or the failure has been told. */
  onStart: () => Promise<void>;
  onCancel: () => void;
};

/** The two ways out of a question about money; the one that spends can be pressed once. */
export function StartButtons({ label, onStart, onCancel }: StartButtonsProps) {
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
        Cancel
      </QuietButton>
      <RefusableButton size="3" disabled={isStarting} refusal={ai?.sentence ?? null} onPress={() => void start()}>
        {isStarting ? <Spinner /> : null}
        {label}
      </RefusableButton>
    </>
  );
}
