import { Spinner } from '@radix-ui/themes';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { formatDuration } from '#shared/rules/duration-text.ts';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { useSecondsSince } from '#ui/seconds-since.ts';
import { PictureFrame } from '#widgets/picture-frame.tsx';
import type { SceneGroup } from '#widgets/scene-groups.ts';
import { StatusMark } from '#widgets/status-mark.tsx';
import styles from './progress-dialog.module.css';

type ProgressRowProps = {
  group: SceneGroup;
  /** When it was first seen at work, in milliseconds since the epoch; null where it was not. */
  startedAtMs: number | null;
  /** Why no clip can be asked for now; null when one can. */
  refusal: string | null;
  /** Resolves when the server has taken it, or the failure has been told. */
  onRetry: (group: SceneGroup) => Promise<unknown>;
};

/** One scene with its extension segments: its poster, which turns into its first frame, and where it stands. */
export function ProgressRow({ group, startedAtMs, refusal, onRetry }: ProgressRowProps) {
  const { scene, status, extensions, answerLost } = group;
  return (
    <li className={styles['row']} data-status={status} data-lost={answerLost}>
      <div className={styles['thumb']}>
        <PictureFrame url={status === 'complete' ? scene.thumbnailUrl : null} title={scene.title} />
        {status === 'generating' ? <i className={styles['live']} /> : null}
      </div>
      <div className={styles['words']}>
        <p className={styles['title']}>
          <span className="numbers">{scene.sceneNumber}</span> {scene.title}
        </p>
        <p className={`${styles['note']} numbers`}>
          {status === 'generating' && startedAtMs !== null ? (
            <>
              {noteOf(group).replace(/\.$/, '')}
              <Elapsed sinceMs={startedAtMs} />
            </>
          ) : (
            noteOf(group)
          )}
        </p>
        {extensions.map((segment) => (
          <p key={segment.id} className={styles['segment']}>
            Extension {segment.extensionIndex}: {segment.status}
          </p>
        ))}
      </div>
      <div className={styles['state']}>
        <StatusMark status={status} place="panel" />
      </div>
      {status === 'failed' ? <RetryButton group={group} refusal={refusal} onRetry={onRetry} /> : null}
    </li>
  );
}

function Elapsed({ sinceMs }: { sinceMs: number }) {
  const seconds = useSecondsSince(sinceMs);
  return <span className={styles['elapsed']}> · {formatDuration(seconds)}</span>;
}

function RetryButton({ group, refusal, onRetry }: Pick<ProgressRowProps, 'group' | 'refusal' | 'onRetry'>) {
  const [isBusy, setIsBusy] = useState(false);
  const retry = async (): Promise<void> => {
    setIsBusy(true);
    await onRetry(group);
    setIsBusy(false);
  };
  return (
    <RefusableButton
      isQuiet
      size="1"
      className={styles['retry'] ?? ''}
      disabled={isBusy}
      refusal={refusal}
      aria-label={`${retryText(group)}: scene ${group.scene.sceneNumber}`}
      onPress={() => void retry()}
    >
      {isBusy ? <Spinner size="1" /> : <RotateCw size={14} aria-hidden="true" />}
      {retryText(group)}
    </RefusableButton>
  );
}

function retryText({ answerLost }: SceneGroup): string {
  return answerLost ? 'Generate again (may be charged twice)' : 'Retry';
}

function noteOf({ status, note, errorMessage, seconds }: SceneGroup): string {
  if (status === 'failed') return errorMessage ?? 'This clip could not be made.';
  if (status === 'generating') return note ?? 'In the queue';
  return formatDuration(seconds);
}
