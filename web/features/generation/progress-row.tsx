import { Spinner } from '@radix-ui/themes';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { formatDuration, formatUsd } from '#shared/words/format.ts';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { useSecondsSince } from '#ui/seconds-since.ts';
import { PictureFrame } from '#widgets/picture-frame.tsx';
import type { SceneGroup } from '#widgets/scene-groups.ts';
import { QueueMark, StatusMark } from '#widgets/status-mark.tsx';
import styles from './progress-dialog.module.css';
import { costWords, progressWords as words } from './words.ts';

type ProgressRowProps = {
  group: SceneGroup;
  /** What Retry costs; null where nothing is charged. */
  priceUsd: number | null;
  /** When it was first seen generating, in milliseconds since the epoch; null if it wasn’t. */
  startedAtMs: number | null;
  /** Why nothing can be generated now; null if it can. */
  refusal: string | null;
  /** Resolves when the server has accepted it, or a toast has shown the failure. */
  onRetry: (group: SceneGroup) => Promise<unknown>;
};

/** One scene with its extension segments: its poster, later its first frame, and its status. */
export function ProgressRow({ group, priceUsd, startedAtMs, refusal, onRetry }: ProgressRowProps) {
  const { scene, status, extensions, answerLost, ahead } = group;
  const isAtWork = status === 'generating' && ahead === null;
  return (
    <li className={styles['row']} data-status={status} data-lost={answerLost}>
      <div className={styles['thumb']}>
        <PictureFrame url={status === 'complete' ? scene.thumbnailUrl : null} title={scene.title} />
        {isAtWork ? <i className={styles['live']} /> : null}
      </div>
      <div className={styles['words']}>
        <p className={styles['title']}>
          <span className="numbers">{scene.sceneNumber}</span> {scene.title}
        </p>
        <p className={`${styles['note']} numbers`}>
          {isAtWork && startedAtMs !== null ? (
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
            {words.segment({ index: segment.extensionIndex, status: segment.status })}
          </p>
        ))}
      </div>
      <div className={styles['state']}>
        {ahead === null ? <StatusMark status={status} place="panel" /> : <QueueMark ahead={ahead} place="panel" />}
      </div>
      {status === 'failed' ? <RetryButton {...{ group, priceUsd, refusal, onRetry }} /> : null}
    </li>
  );
}

function Elapsed({ sinceMs }: { sinceMs: number }) {
  const seconds = useSecondsSince(sinceMs);
  return <span className={styles['elapsed']}> · {formatDuration(seconds)}</span>;
}

type RetryButtonProps = Pick<ProgressRowProps, 'group' | 'priceUsd' | 'refusal' | 'onRetry'>;

function RetryButton({ group, priceUsd, refusal, onRetry }: RetryButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  const label = retryText(group, priceUsd);
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
      aria-label={words.retryScene({ retry: label, number: group.scene.sceneNumber })}
      onPress={() => void retry()}
    >
      {isBusy ? <Spinner size="1" /> : <RotateCw size={14} aria-hidden="true" />}
      {label}
    </RefusableButton>
  );
}

function retryText({ answerLost }: SceneGroup, priceUsd: number | null): string {
  if (answerLost && priceUsd === null) return words.retryLost;
  const price = priceUsd === null ? words.free : costWords.about({ amount: formatUsd(priceUsd) });
  return words.retryFor({ retry: answerLost ? words.retryLost : words.retry, price });
}

function noteOf({ status, note, errorMessage, seconds, ahead }: SceneGroup): string {
  if (status === 'failed') return errorMessage ?? words.failed;
  if (status === 'generating' && (note !== null || ahead === null)) return note ?? words.queued;
  return formatDuration(seconds);
}
