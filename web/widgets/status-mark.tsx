import { Check, Clock, Loader, Pencil, X, type LucideIcon } from 'lucide-react';
import { formatDuration } from '#shared/rules/duration-text.ts';
import type { ProjectStatus } from '#shared/entities/project.ts';
import type { SceneStatus } from '#shared/entities/scene.ts';
import styles from './status-mark.module.css';

const marks: Record<ProjectStatus | SceneStatus, { word: string; Icon: LucideIcon }> = {
  complete: { word: 'Complete', Icon: Check },
  generating: { word: 'Generating', Icon: Loader },
  failed: { word: 'Failed', Icon: X },
  draft: { word: 'Draft', Icon: Pencil },
  pending: { word: 'Pending', Icon: Clock },
};

type StatusMarkProps = {
  status: ProjectStatus | SceneStatus;
  /** On a picture it stands in a dark badge in both themes. */
  place: 'picture' | 'panel';
  detail?: string | null;
};

/** A status as icon and word, never as colour alone. */
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

/** A small fact on a picture, in the same dark badge. */
export function PictureBadge({ text }: { text: string }) {
  return (
    <span className={`${styles['mark']} numbers`} data-place="picture">
      {text}
    </span>
  );
}

type LengthBadgeProps = { seconds: number | null; isDemo: boolean };

/** How long something is, at the picture's lower right corner: over the small mark that the demo studio's pictures carry there, and so with that word. */
export function LengthBadge({ seconds, isDemo }: LengthBadgeProps) {
  return (
    <span className={styles['length']}>
      {isDemo ? <PictureBadge text="Demo" /> : null}
      <PictureBadge text={formatDuration(seconds)} />
    </span>
  );
}
