import { Button, Spinner } from '@radix-ui/themes';
import { useState } from 'react';
import { QuietButton } from '#ui/quiet-button.tsx';

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
      <Button size="3" disabled={isStarting} onClick={() => void start()}>
        {isStarting ? <Spinner /> : null}
        {label}
      </Button>
    </>
  );
}
