import { GripVertical, Layers, Pencil, RotateCw, Square, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { formatDuration } from '#shared/words/format.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { useSecondsSince } from '#ui/seconds-since.ts';
import { DragHandle, useMouseGrab } from '#ui/sortable.tsx';
import { Tip } from '#ui/tip.tsx';
import { modelRow } from '#shared/catalogue/models.ts';
import { ClipMenu } from '#widgets/clip-menu.tsx';
import { PictureFrame } from '#widgets/picture-frame.tsx';
import { PictureBadge, QueueMark, StatusMark } from '#widgets/status-mark.tsx';
import { PlayButton, type CardPlaying } from './play-button.tsx';
import type { SceneCardActions, SceneCardView } from './scene-card-view.ts';
import { SceneMenu } from './scene-menu.tsx';
import styles from './scene-frame.module.css';
import { badgeWords } from '#widgets/words.ts';
import { cardWords as words } from './words.ts';

const RemoveExtension = lazy(async () => ({ default: (await import('./missing-extension.tsx')).RemoveExtension }));

type SceneFrameProps = { card: SceneCardView; actions: SceneCardActions; playing: CardPlaying };
type PartProps = Pick<SceneFrameProps, 'card' | 'actions'>;

/** The scene’s picture with its badges. A press selects the scene; a mouse drags the card by it. */
export function SceneFrame({ card, actions, playing }: SceneFrameProps) {
  const { group, startedAtMs } = card;
  const { scene, status, note, ahead } = group;
  const isQueued = ahead !== null;
  const grab = useMouseGrab();
  return (
    <div className={styles['frame']} data-status={isQueued ? 'queued' : status} {...grab}>
      <Picture card={card} />
      <button
        type="button"
        className={styles['select']}
        aria-label={words.select({ number: scene.sceneNumber })}
        aria-pressed={card.isSelected}
        onClick={() => actions.select(scene)}
      />
      {status === 'generating' && (!isQueued || note !== null) ? (
        <div className={styles['note']}>
          {startedAtMs === null || isQueued ? null : <Elapsed sinceMs={startedAtMs} />}
          <p>{note ?? words.queued}</p>
        </div>
      ) : null}
      {status === 'failed' ? <Failure card={card} actions={actions} /> : null}
      {status === 'complete' ? <PlayButton group={group} playing={playing} /> : null}
      <TopBadges card={card} actions={actions} />
      <div className={styles['bottomBadges']}>
        {isQueued ? <QueueMark ahead={ahead} place="picture" /> : <StatusMark status={status} place="picture" />}
        <ClipOfScene card={card} actions={actions} />
      </div>
      {status === 'generating' && !isQueued ? <i className={styles['live']} /> : null}
    </div>
  );
}

/** The length, and the model where it isn’t the project’s. Both can be chosen until there is a clip. */
function ClipOfScene({ card: { group, isClipOpen, projectModel, reach }, actions }: PartProps) {
  const { scene, seconds } = group;
  if (!isClipOpen) return <PictureBadge text={formatDuration(seconds)} />;
  const length = formatDuration(seconds);
  return (
    <ClipMenu
      scene={scene}
      projectModel={projectModel}
      reach={reach}
      text={scene.model === null ? length : words.clip({ length, model: modelRow(scene.model).label })}
      className={styles['length'] ?? ''}
      onChoose={(choice) => actions.chooseClip(scene, choice)}
    />
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
function Picture({ card: { group, isUpright, stillUrl } }: Pick<PartProps, 'card'>) {
  const { scene, status, note, ahead } = group;
  const url = scene.thumbnailUrl ?? (status === 'generating' ? stillUrl : null);
  const isCovered = status === 'failed' || (status === 'generating' && (ahead === null || note !== null));
  const title = isCovered ? '' : scene.title;
  return <PictureFrame url={url} title={title} isUpright={isUpright && url === scene.thumbnailUrl} />;
}

function TopBadges({ card, actions }: PartProps) {
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
        {status === 'generating' ? <StopButton card={card} actions={actions} /> : null}
        <SceneMenu card={card} actions={actions} />
      </span>
    </div>
  );
}

/** Stops what is being generated, or takes it out of line. */
function StopButton({ card: { group, refusals }, actions }: PartProps) {
  const [isBusy, setIsBusy] = useState(false);
  const number = group.scene.sceneNumber;
  const isQueued = group.ahead !== null;
  const stop = async (): Promise<void> => {
    setIsBusy(true);
    await actions.stop(group.scene);
    setIsBusy(false);
  };
  const refusal = refusals.server?.sentence ?? null;
  return (
    <Tip text={refusal} isRefusal={refusal !== null}>
      <button
        type="button"
        className={styles['stop']}
        aria-label={(isQueued ? words.cancelScene : words.stopScene)({ number })}
        disabled={isBusy}
        onClick={refusal === null ? () => void stop() : undefined}
      >
        {isQueued ? (
          <X size={14} strokeWidth={2.25} aria-hidden="true" />
        ) : (
          <Square size={10} fill="currentColor" aria-hidden="true" />
        )}
        {isQueued ? words.cancel : words.stop}
      </button>
    </Tip>
  );
}

/** Why there is no clip, and what to do about it. After a lost answer, which may have been charged, the person decides. */
function Failure({ card: { group, price, isFree, lacksNeighbor, lacksExtension, refusals }, actions }: PartProps) {
  const { scene, answerLost } = group;
  const [isBusy, setIsBusy] = useState(false);
  const retry = async (): Promise<void> => {
    // What it costs is on the button, so only what is missing is asked.
    if (lacksNeighbor && !answerLost) return actions.generate(scene);
    setIsBusy(true);
    await actions.retry(group);
    setIsBusy(false);
  };
  return (
    <div className={styles['failure']}>
      <p>{group.errorMessage ?? words.failed}</p>
      <div className={styles['choices']}>
        <QuietButton
          size="1"
          aria-label={words.editScene({ number: scene.sceneNumber })}
          onClick={() => actions.edit(scene)}
        >
          <Pencil size={14} aria-hidden="true" />
          {words.editFirst}
        </QuietButton>
        <RefusableButton
          isQuiet
          size="1"
          className="numbers"
          disabled={isBusy}
          refusal={refusals.ai?.sentence ?? null}
          onPress={() => void retry()}
        >
          <RotateCw size={14} aria-hidden="true" />
          {answerLost ? words.retryLost : words.retry}
          {answerLost && isFree ? '' : ` · ${price}`}
        </RefusableButton>
        {lacksExtension ? (
          <Suspense>
            <RemoveExtension scene={scene} refusals={refusals} onRemove={actions.removeExtension} />
          </Suspense>
        ) : null}
        {answerLost && !lacksExtension ? (
          <RefusableButton
            isQuiet
            size="1"
            refusal={refusals.server?.sentence ?? null}
            onPress={() => actions.dismissFailure(scene)}
          >
            {words.dismiss}
          </RefusableButton>
        ) : null}
      </div>
    </div>
  );
}
