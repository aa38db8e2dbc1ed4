import { GripVertical, Layers, Play, RotateCw } from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatDuration } from '#shared/words/format.ts';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { useSecondsSince } from '#ui/seconds-since.ts';
import { DragHandle, useMouseGrab } from '#ui/sortable.tsx';
import { PictureFrame } from '#widgets/picture-frame.tsx';
import { PictureBadge, StatusMark } from '#widgets/status-mark.tsx';
import type { SceneCardActions, SceneCardView } from './scene-card-view.ts';
import { SceneMenu } from './scene-menu.tsx';
import styles from './scene-frame.module.css';
import { badgeWords } from '#widgets/words.ts';
import { cardWords as words } from './words.ts';

type SceneFrameProps = { card: SceneCardView; actions: SceneCardActions };

/** The scene’s picture with its badges. A press selects the scene; a mouse drags the card by it. */
export function SceneFrame({ card, actions }: SceneFrameProps) {
  const { group, startedAtMs } = card;
  const { scene, status, seconds, note } = group;
  const grab = useMouseGrab();
  return (
    <div className={styles['frame']} data-status={status} {...grab}>
      <Picture card={card} />
      <button
        type="button"
        className={styles['select']}
        aria-label={words.select({ number: scene.sceneNumber })}
        aria-pressed={card.isSelected}
        onClick={() => actions.select(scene)}
      />
      {status === 'generating' ? (
        <div className={styles['note']}>
          {startedAtMs === null ? null : <Elapsed sinceMs={startedAtMs} />}
          <p>{note ?? words.queued}</p>
        </div>
      ) : null}
      {status === 'failed' ? <Failure card={card} actions={actions} /> : null}
      {status === 'complete' ? (
        <Link
          className={styles['play']}
          to={`?tab=timeline&scene=${scene.id}`}
          aria-label={words.play({ number: scene.sceneNumber })}
          draggable={false}
        >
          <Play size={20} fill="currentColor" aria-hidden="true" />
        </Link>
      ) : null}
      <TopBadges card={card} actions={actions} />
      <div className={styles['bottomBadges']}>
        <StatusMark status={status} place="picture" />
        <PictureBadge text={formatDuration(seconds)} />
      </div>
      {status === 'generating' ? <i className={styles['live']} /> : null}
    </div>
  );
}

/** Hidden from screen readers, which would read it out every second. */
function Elapsed({ sinceMs }: { sinceMs: number }) {
  const seconds = useSecondsSince(sinceMs);
  return (
    <p className={`${styles['elapsed']} numbers`} aria-hidden="true">
      {formatDuration(seconds)}
    </p>
  );
}

/** The clip’s own picture. Without one: a character of the scene while it generates, else the title. */
function Picture({ card: { group, isUpright, stillUrl } }: Pick<SceneFrameProps, 'card'>) {
  const { scene, status } = group;
  const url = scene.thumbnailUrl ?? (status === 'generating' ? stillUrl : null);
  const title = status === 'failed' || status === 'generating' ? '' : scene.title;
  return <PictureFrame url={url} title={title} isUpright={isUpright && url === scene.thumbnailUrl} />;
}

function TopBadges({ card, actions }: SceneFrameProps) {
  const { scene, extensions, status } = card.group;
  return (
    <div className={styles['topBadges']}>
      <DragHandle label={words.move({ number: scene.sceneNumber })} className={styles['badge'] ?? ''}>
        <GripVertical size={14} strokeWidth={2.25} aria-hidden="true" />
        <span className="numbers">{scene.sceneNumber}</span>
      </DragHandle>
      <span className={styles['facts']}>
        {scene.isDemo && status === 'complete' ? <PictureBadge text={badgeWords.demo} /> : null}
        {extensions.length > 0 ? (
          <span className={styles['badge']}>
            <Layers size={14} strokeWidth={2.25} aria-hidden="true" />
            {words.segments({ count: extensions.length + 1 })}
          </span>
        ) : null}
        <SceneMenu card={card} actions={actions} />
      </span>
    </div>
  );
}

/** Why there is no clip, and what to do about it. After a lost answer, which may have been charged, the person decides. */
function Failure({ card: { group, refusals }, actions }: SceneFrameProps) {
  const reason = group.errorMessage ?? words.failed;
  return (
    <div className={styles['failure']}>
      <p title={reason}>{reason}</p>
      <div className={styles['choices']}>
        <RefusableButton isQuiet size="1" refusal={refusals.ai?.sentence ?? null} onPress={() => actions.retry(group)}>
          <RotateCw size={14} aria-hidden="true" />
          {group.answerLost ? words.retryLost : words.retry}
        </RefusableButton>
        {group.answerLost ? (
          <RefusableButton
            isQuiet
            size="1"
            refusal={refusals.server?.sentence ?? null}
            onPress={() => actions.dismissFailure(group.scene)}
          >
            {words.dismiss}
          </RefusableButton>
        ) : null}
      </div>
    </div>
  );
}
