import { Button } from '@radix-ui/themes';
import { discardRefused, restoreAndRetry, retryRefused } from '#editor/refused-changes.ts';
import type { Problem } from '#sync/status.ts';
import { DialogFrame } from '#ui/dialog-frame.tsx';
import { highContrast } from '#ui/high-contrast.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import { showFailure } from '#ui/toasts.ts';
import styles from './problems-dialog.module.css';
import { problemWords as words } from './words.ts';

type ProblemsDialogProps = { problems: readonly Problem[]; onClose: () => void };

/** The changes that the server refused, with what the person can do about each. */
export function ProblemsDialog({ problems, onClose }: ProblemsDialogProps) {
  return (
    <DialogFrame title={words.title} width={560} onClose={onClose} footer={null}>
      <p className={styles['lead']}>{words.lead}</p>
      <ul className={styles['list']}>
        {problems.map((problem) => (
          <li key={problem.opId}>
            <p className={styles['label']}>{problem.label}</p>
            <p className={styles['sentence']}>
              {problem.isDeletedElsewhere ? words.deletedElsewhere : problem.sentence}
            </p>
            <Choices problem={problem} />
          </li>
        ))}
      </ul>
      {problems.length === 0 ? <output className={styles['lead']}>{words.none}</output> : null}
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
          {words.restore}
        </Button>
      ) : (
        <Button size="2" color="gray" className={highContrast} onClick={() => void attempt(() => retryRefused(opId))}>
          {words.retry}
        </Button>
      )}
      <QuietButton size="2" onClick={() => void attempt(() => discardRefused(opId))}>
        {words.discard}
      </QuietButton>
    </div>
  );
}

async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    showFailure(words.failed, error);
  }
}
