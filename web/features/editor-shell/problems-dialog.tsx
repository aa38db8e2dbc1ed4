import { Button } from '@radix-ui/themes';
import { discardRefused, restoreAndRetry, retryRefused } from '#editor/problems.ts';
import type { Problem } from '#sync/status.ts';
import { DialogFrame } from '#ui/dialog-frame.tsx';
import { highContrast } from '#ui/high-contrast.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import { showFailure } from '#ui/toasts.ts';
import styles from './problems-dialog.module.css';

type ProblemsDialogProps = { problems: readonly Problem[]; onClose: () => void };

/** The changes that the server refused, with what the person can do about each. */
export function ProblemsDialog({ problems, onClose }: ProblemsDialogProps) {
  return (
    <DialogFrame title="Changes that were not saved" width={560} onClose={onClose} footer={null}>
      <p className={styles['lead']}>
        They are kept on this device. The server did not take them; everything else is saved.
      </p>
      <ul className={styles['list']}>
        {problems.map((problem) => (
          <li key={problem.opId}>
            <p className={styles['label']}>{problem.label}</p>
            <p className={styles['sentence']}>
              {problem.isDeletedElsewhere ? 'This scene was deleted on another device.' : problem.sentence}
            </p>
            <Choices problem={problem} />
          </li>
        ))}
      </ul>
      {problems.length === 0 ? (
        <output className={styles['lead']}>Nothing is left: every change was sent or given up.</output>
      ) : null}
    </DialogFrame>
  );
}

function Choices({ problem }: { problem: Problem }) {
  const { opId, isDeletedElsewhere } = problem;
  return (
    <div className={styles['choices']}>
      {isDeletedElsewhere ? (
        <Button
          size="2"
          color="gray"
          className={highContrast}
          onClick={() => void attempt(() => restoreAndRetry(opId))}
        >
          Bring the scene back
        </Button>
      ) : (
        <Button size="2" color="gray" className={highContrast} onClick={() => void attempt(() => retryRefused(opId))}>
          Try again
        </Button>
      )}
      <QuietButton size="2" onClick={() => void attempt(() => discardRefused(opId))}>
        Discard change
      </QuietButton>
    </div>
  );
}

async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    showFailure('The change was left as it is', error);
  }
}
