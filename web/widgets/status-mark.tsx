import { Check, Clock, ListOrdered, Loader, Pencil, X, type LucideIcon } from 'lucide-react';
import { formatDuration } from '#shared/words/format.ts';
import type { ProjectStatus } from '#shared/entities/project.ts';
import type { SceneStatus } from '#shared/entities/scene.ts';
import styles from './status-mark.module.css';
import { badgeWords, queueText, statusWords } from './words.ts';

const marks: Record<ProjectStatus | SceneStatus, { word: string; Icon: LucideIcon }> = {
  complete: { word: statusWords.complete, Icon: Check },
  generating: { word: statusWords.generating, Icon: Loader },
  failed: { word: statusWords.failed, Icon: X },
  draft: { word: statusWords.draft, Icon: Pencil },
  pending: { word: statusWords.pending, Icon: Clock },
};

type StatusMarkProps = {
  status: ProjectStatus | SceneStatus;
  /** On a picture it stands in a dark badge in both themes. */
  place: 'picture' | 'panel';
  detail?: string | null;
};

/** A status as icon and word, never by color alone. */
export function StatusMark({ status, place, detail = null }: StatusMarkProps) {
  const { word, Icon } = marks[status];
  return (
    <span className={styles['mark']} data-status={status} data-place={place}>
      <Icon size={14} strokeWidth={2.25} aria-hidden="true" />
      <span>{word}</span>
      {detail === null ? null : <span className={`${styles['detail']} numbers`}>{detail}</span>}
    </span>
  );
}

/** A scene that waits for its turn, and how many clips come before it. */
export function QueueMark({ ahead, place }: { ahead: number; place: StatusMarkProps['place'] }) {
  return (
    <span className={`${styles['mark']} numbers`} data-status="pending" data-place={place}>
      <ListOrdered size={14} strokeWidth={2.25} aria-hidden="true" />
      <span>{queueText(ahead)}</span>
    </span>
  );
}

/** A small fact on a picture, in the same dark badge. */
export function PictureBadge({ text }: { text: string }) {
  return (
    <span className={`${styles['mark']} numbers`} data-place="picture">
      {text}
    </span>
  );
}

type LengthBadgeProps = { seconds: number | null; isDemo: boolean };

/** The length, in the picture's lower right corner. It covers the demo studio's own mark there, so it repeats that word. */
export function LengthBadge({ seconds, isDemo }: LengthBadgeProps) {
  return (
    <span className={styles['length']}>
      {isDemo ? <PictureBadge text={badgeWords.demo} /> : null}
      <PictureBadge text={formatDuration(seconds)} />
    </span>
  );
}
