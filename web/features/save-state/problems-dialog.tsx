import { Button } from '@radix-ui/themes';
import { useProjectTitles } from '#data/live.ts';
import { discardRefused, restoreAndRetry, retryRefused } from '#editor/refused-changes.ts';
import type { Problem } from '#sync/status.ts';
import { DialogFrame } from '#ui/dialog-frame.tsx';
import { highContrast } from '#ui/high-contrast.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import { showFailure } from '#ui/toasts.ts';
import { giveUp, keepAsNew } from './keep-as-new.ts';
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
      {problems.some(({ change }) => change !== null) ? <p className={styles['lead']}>{words.lead}</p> : null}
      <ul className={styles['list']}>
        {problems.map((problem) => (
          <li key={problem.opId}>
            {isOfAll ? <p className={styles['project']}>{titles?.get(problem.projectId)}</p> : null}
            <Wanted problem={problem} />
            <p className={styles['sentence']}>{sentenceOf(problem)}</p>
            <Choices problem={problem} />
          </li>
        ))}
      </ul>
      {problems.length === 0 ? <output className={styles['lead']}>{words.none}</output> : null}
    </DialogFrame>
  );
}

/** What was to be done. */
function Wanted({ problem: { label, change } }: { problem: Problem }) {
  if (change === null) return null;
  return (
    <>
      <p className={styles['label']}>{label}</p>
      <ul className={styles['values']}>
        {wantedValues(change).map((value) => (
          <li key={value}>{value}</li>
        ))}
      </ul>
    </>
  );
}

function sentenceOf({ kind, sentence }: Problem): string {
  switch (kind) {
    case 'scene-deleted':
      return words.deletedElsewhere;
    case 'project-deleted':
      return words.projectDeletedElsewhere;
    case 'project-missing':
      return words.projectMissing;
    case 'stuck':
      return words.stuck({ sentence });
    case 'refused':
      return sentence;
  }
}

type Choice = { label: string; act: () => Promise<void>; discard: string; giveUp: () => Promise<void> };

function choicesOf({ kind, opId, projectId }: Problem): Choice {
  const discard = { discard: words.discard, giveUp: () => discardRefused(opId) };
  const keep = { label: words.keepAsNew, act: () => keepAsNew(projectId), discard: words.discardProject };
  switch (kind) {
    case 'refused':
      return { label: words.retry, act: () => retryRefused(opId), ...discard };
    case 'scene-deleted':
      return { label: words.restore, act: () => restoreAndRetry(opId), ...discard };
    case 'project-deleted':
      return { ...keep, giveUp: () => discardRefused(opId) };
    case 'project-missing':
      return { ...keep, giveUp: () => giveUp(projectId) };
    case 'stuck':
      return { label: words.tryNow, act: () => retryRefused(opId), ...discard };
  }
}

function Choices({ problem }: { problem: Problem }) {
  const { label, act, discard, giveUp: leave } = choicesOf(problem);
  return (
    <div className={styles['choices']}>
      <Button size="2" color="gray" className={highContrast} onClick={() => void attempt(act)}>
        {label}
      </Button>
      <QuietButton size="2" onClick={() => void attempt(leave)}>
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
