import { Button } from '@radix-ui/themes';
import { Square } from 'lucide-react';
import { useState } from 'react';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { generationCounts } from '#shared/rules/project-status.ts';
import { DialogFrame } from '#ui/dialog-frame.tsx';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { sceneGroups, type SceneGroup } from '#widgets/scene-groups.ts';
import { estimateFor } from '#widgets/scene-price.ts';
import { useRefusals } from '#widgets/use-refusals.ts';
import type { GenerationRun } from './generation-run.ts';
import styles from './progress-dialog.module.css';
import { ProgressRow } from './progress-row.tsx';
import { ProgressSummary } from './progress-summary.tsx';
import { progressWords as words } from './words.ts';

type ProgressDialogProps = {
  project: Project;
  scenes: readonly Scene[];
  isDemo: boolean;
  /** The run that is shown; null while none has been seen. */
  run: GenerationRun | null;
  /** Stops what hasn’t been sent yet. Resolves when the server has answered, or a toast has shown the failure. */
  onStop: () => Promise<void>;
  /** Resolves when the server has accepted it, or a toast has shown the failure. */
  onRetry: (group: SceneGroup) => Promise<unknown>;
  onClose: () => void;
};

/** How far the clips are, scene by scene. Closing it stops nothing. */
export function ProgressDialog({ project, scenes, isDemo, run, onStop, onRetry, onClose }: ProgressDialogProps) {
  const counts = generationCounts(scenes);
  const { ai } = useRefusals();
  const isOver = counts.isFinished || counts.generating === 0;
  return (
    <DialogFrame
      title={counts.isFinished ? words.title.finished : isOver ? words.title.stopped : words.title.running}
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
            priceUsd={isDemo ? null : estimateFor(group, project, scenes)}
            startedAtMs={run?.sceneStartsMs[group.scene.id] ?? null}
            refusal={ai?.sentence ?? null}
            onRetry={onRetry}
          />
        ))}
      </ul>
      {/* A screen reader hears it whenever a clip has ended, and at no other time. */}
      <output className={styles['spoken']}>{words.spoken(counts)}</output>
    </DialogFrame>
  );
}

function EndFooter({ onClose }: { onClose: () => void }) {
  return (
    <Button size="3" onClick={onClose}>
      {words.continueEditing}
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
      <span className={styles['footNote']}>{words.safeToClose}</span>
      <RefusableButton
        isQuiet
        size="3"
        disabled={isStopping}
        refusal={server?.sentence ?? null}
        onPress={() => void stop()}
      >
        <Square size={16} aria-hidden="true" />
        {words.stop}
      </RefusableButton>
    </>
  );
}
