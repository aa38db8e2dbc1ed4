import { Button } from '@radix-ui/themes';
import { useProjectTitles } from '#data/live.ts';
import { discardRefused, restoreAndRetry, retryRefused } from '#editor/refused-changes.ts';
import type { Problem } from '#sync/status.ts';
import { DialogFrame } from '#ui/dialog-frame.tsx';
import { highContrast } from '#ui/high-contrast.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import { showFailure } from '#ui/toasts.ts';
import { keepAsNew } from './keep-as-new.ts';
import styles from './problems-dialog.module.css';
import { wantedValues } from './wanted-values.ts';
import { problemWords as words } from './words.ts';

type ProblemsDialogProps = {
  problems: readonly Problem[];
  /** Whether they are of several projects, and so name theirs. */
  isOfAll?: boolean;
  onClose: () => void;
};

/** The changes that the server doesn't take, with what the person can do about each. */
export function ProblemsDialog({ problems, isOfAll = false, onClose }: ProblemsDialogProps) {
  const titles = useProjectTitles();
  return (
    <DialogFrame title={words.title} width={560} onClose={onClose} footer={null}>
      <p className={styles['lead']}>{words.lead}</p>
      <ul className={styles['list']}>
        {problems.map((problem) => (
          <li key={problem.opId}>
            {isOfAll ? <p className={styles['project']}>{titles?.get(problem.projectId)}</p> : null}
            <p className={styles['label']}>{problem.label}</p>
            <ul className={styles['values']}>
              {wantedValues(problem.change).map((value) => (
                <li key={value}>{value}</li>
              ))}
            </ul>
            <p className={styles['sentence']}>{sentenceOf(problem)}</p>
            <Choices problem={problem} />
          </li>
        ))}
      </ul>
      {problems.length === 0 ? <output className={styles['lead']}>{words.none}</output> : null}
    </DialogFrame>
  );
}

function sentenceOf({ kind, sentence }: Problem): string {
  switch (kind) {
    case 'scene-deleted':
      return words.deletedElsewhere;
    case 'project-deleted':
      return words.projectDeletedElsewhere;
    case 'stuck':
      return words.stuck({ sentence });
    case 'refused':
      return sentence;
  }
}

const choices = {
  refused: { label: words.retry, act: retryRefused, discard: words.discard },
  'scene-deleted': { label: words.restore, act: restoreAndRetry, discard: words.discard },
  'project-deleted': { label: words.keepAsNew, act: keepAsNew, discard: words.discardProject },
  stuck: { label: words.tryNow, act: retryRefused, discard: words.discard },
} as const satisfies Record<Problem['kind'], { label: string; act: (opId: string) => Promise<void>; discard: string }>;

function Choices({ problem: { opId, kind } }: { problem: Problem }) {
  const { label, act, discard } = choices[kind];
  return (
    <div className={styles['choices']}>
      <Button size="2" color="gray" className={highContrast} onClick={() => void attempt(() => act(opId))}>
        {label}
      </Button>
      <QuietButton size="2" onClick={() => void attempt(() => discardRefused(opId))}>
        {discard}
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
