import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { openSample } from '#api/sample.ts';
import { sampleWords as words } from '#shared/sample/sample-words.ts';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { showFailure } from '#ui/toasts.ts';
import { useRefusals } from '#widgets/use-refusals.ts';

/** Makes the sample project the person's own, and opens it in the editor. */
export function OpenSampleButton({ label = words.open }: { label?: string }) {
  const navigate = useNavigate();
  const [isOpening, setIsOpening] = useState(false);
  const { server } = useRefusals();
  const open = async (): Promise<void> => {
    setIsOpening(true);
    try {
      await navigate(`/project/${await openSample()}`);
    } catch (error) {
      setIsOpening(false);
      showFailure(words.failed, error);
    }
  };
  return (
    <RefusableButton
      size="3"
      isQuiet
      refusal={server?.sentence ?? null}
      loading={isOpening}
      onPress={() => void open()}
    >
      {label}
    </RefusableButton>
  );
}
