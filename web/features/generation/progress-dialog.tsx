import { Button } from '@radix-ui/themes';
import { Square } from 'lucide-react';
import { useState } from 'react';
import type { Scene } from '#shared/entities/scene.ts';
import { generationCounts, type GenerationCounts } from '#shared/rules/project-status.ts';
import { DialogFrame } from '#ui/dialog-frame.tsx';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { sceneGroups, type SceneGroup } from '#widgets/scene-groups.ts';
import { useRefusals } from '#widgets/use-refusals.ts';
import type { GenerationRun } from './generation-run.ts';
import styles from './progress-dialog.module.css';
import { ProgressRow } from './progress-row.tsx';
import { ProgressSummary } from './progress-summary.tsx';

type ProgressDialogProps = {
  scenes: readonly Scene[];
  /** The stretch of generating that is shown; null while none was seen yet. */
  run: GenerationRun | null;
  /** Stops what has not been sent yet; resolves when the server has answered, or the failure has been told. */
  onStop: () => Promise<void>;
  /** Resolves when the server has taken it, or the failure has been told. */
  onRetry: (group: SceneGroup) => Promise<unknown>;
  onClose: () => void;
};

/** How far the clips are, scene by scene. Closing it stops nothing. */
export function ProgressDialog({ scenes, run, onStop, onRetry, onClose }: ProgressDialogProps) {
  const counts = generationCounts(scenes);
  const { ai } = useRefusals();
  const isOver = counts.isFinished || counts.generating === 0;
  return (
    <DialogFrame
      title={counts.isFinished ? 'Videos generated' : isOver ? 'Generation stopped' : 'Generating videos'}
      width={680}
      onClose={onClose}
      footer={isOver ? <EndFooter onClose={onClose} /> : <RunningFooter onStop={onStop} />}
    >
      <ProgressSummary counts={counts} run={run} scenes={scenes} />
      <ul className={styles['list']}>
        {sceneGroups(scenes).map((group) => (
          <ProgressRow
            key={group.scene.id}
            group={group}
            startedAtMs={run?.sceneStartsMs[group.scene.id] ?? null}
            refusal={ai?.sentence ?? null}
            onRetry={onRetry}
          />
        ))}
      </ul>
      <output className={styles['spoken']}>{spoken(counts)}</output>
    </DialogFrame>
  );
}

function EndFooter({ onClose }: { onClose: () => void }) {
  return (
    <Button size="3" onClick={onClose}>
      Continue Editing
    </Button>
  );
}

function RunningFooter({ onStop }: { onStop: () => Promise<void> }) {
  const [isStopping, setIsStopping] = useState(false);
  const { server } = useRefusals();
  const stop = async (): Promise<void> => {
    setIsStopping(true);
    await onStop();
    setIsStopping(false);
  };
  return (
    <>
      <span className={styles['footNote']}>Safe to close: it goes on without this window.</span>
      <RefusableButton
        isQuiet
        size="3"
        disabled={isStopping}
        refusal={server?.sentence ?? null}
        onPress={() => void stop()}
      >
        <Square size={16} aria-hidden="true" />
        Stop
      </RefusableButton>
    </>
  );
}

/** Told to screen readers whenever a clip has ended, and no oftener. */
function spoken({ complete, total, failed }: GenerationCounts): string {
  const done = `${complete} of ${total} scenes complete`;
  return failed === 0 ? done : `${done}, ${failed} failed`;
}
