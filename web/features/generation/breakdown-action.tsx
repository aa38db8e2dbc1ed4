import { Spinner } from '@radix-ui/themes';
import { useState } from 'react';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { sceneCountText } from '#widgets/scene-groups.ts';
import { useRefusals } from '#widgets/use-refusals.ts';
import { stopBreakdown } from './breakdown.ts';

/** While scenes are being written: how many there are, and the way to stop. Those that are there stay. */
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
      {sceneCount > 0 ? `${sceneCountText(sceneCount)} so far · ` : null}Stop breakdown
    </RefusableButton>
  );
}
