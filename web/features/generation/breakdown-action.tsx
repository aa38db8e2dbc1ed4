import { Spinner } from '@radix-ui/themes';
import { useState } from 'react';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { useRefusals } from '#widgets/use-refusals.ts';
import { stopBreakdown } from './breakdown.ts';
import { breakdownWords as words } from './words.ts';

/** While the breakdown runs: how many scenes there are so far, and a button that stops it. Received scenes stay. */
export function BreakdownAction({ projectId, sceneCount }: { projectId: string; sceneCount: number }) {
  const [isStopping, setIsStopping] = useState(false);
  const { server } = useRefusals();
  const stop = async (): Promise<void> => {
    setIsStopping(true);
    await stopBreakdown(projectId, sceneCount);
    setIsStopping(false);
  };
  return (
    <RefusableButton
      isQuiet
      size="2"
      disabled={isStopping}
      refusal={server?.sentence ?? null}
      onPress={() => void stop()}
    >
      <Spinner size="1" />
      {sceneCount > 0 ? words.stopWithCount({ count: sceneCount }) : words.stop}
    </RefusableButton>
  );
}
