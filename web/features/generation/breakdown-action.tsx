import { Spinner } from '@radix-ui/themes';
import { useState } from 'react';
import { QuietButton } from '#ui/quiet-button.tsx';
import { sceneCountText } from '#widgets/scene-groups.ts';
import { stopBreakdown } from './breakdown.ts';

/** While scenes are being written: how many there are, and the way to stop. Those that are there stay. */
export function BreakdownAction({ projectId, sceneCount }: { projectId: string; sceneCount: number }) {
  const [isStopping, setIsStopping] = useState(false);
  const stop = async (): Promise<void> => {
    setIsStopping(true);
    await stopBreakdown(projectId, sceneCount);
    setIsStopping(false);
  };
  return (
    <QuietButton size="2" disabled={isStopping} onClick={() => void stop()}>
      <Spinner size="1" />
      {sceneCount > 0 ? `${sceneCountText(sceneCount)} so far · ` : null}Stop breakdown
    </QuietButton>
  );
}
