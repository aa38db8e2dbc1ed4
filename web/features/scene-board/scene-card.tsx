import { Spinner } from '@radix-ui/themes';
import { Download, Feather, Layers, Pencil, RotateCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Scene } from '#shared/entities/scene.ts';
import { formatDuration } from '#shared/rules/duration-text.ts';
import { IconAction } from '#ui/icon-action.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import { PictureFrame } from '#widgets/picture-frame.tsx';
import type { SceneGroup } from '#widgets/scene-groups.ts';
import { PictureBadge, StatusMark } from '#widgets/status-mark.tsx';
import styles from './scene-board.module.css';

/** What can be done to a scene from its card. */
export type SceneCardActions = {
  edit: (scene: Scene) => void;
  /** Has the AI write better words. Resolves when they are here, or when it was told that they are not. */
  improve: (scene: Scene) => Promise<void>;
  remove: (scene: Scene) => void;
  download: (group: SceneGroup) => void;
  /** Makes the clip again: after a failure, or of a complete scene. */
  generate: (group: SceneGroup) => void;
  /** Leaves a clip unmade whose answer was lost. */
  dismissFailure: (scene: Scene) => void;
};

type SceneCardProps = { group: SceneGroup; isUpright: boolean; actions: SceneCardActions };

/** A scene: its frame with what is known about it, then its words and what can be done to it. */
export function SceneCard({ group, isUpright, actions }: SceneCardProps) {
  const { scene, status } = group;
  return (
    <article className={styles['card']} aria-label={`Scene ${scene.sceneNumber}: ${scene.title}`} data-status={status}>
      <SceneFrame group={group} isUpright={isUpright} actions={actions} />
      <div className={styles['words']}>
        <div className={styles['titleRow']}>
          <h3 className="one-line">{scene.title}</h3>
          <SceneButtons group={group} actions={actions} />
        </div>
        <p className={styles['text']}>{scene.description}</p>
        {(status === 'complete' || status === 'pending') && group.note ? (
          <p className={styles['remark']}>{group.note}</p>
        ) : null}
      </div>
    </article>
  );
}

function SceneFrame({ group, isUpright, actions }: SceneCardProps) {
  const { scene, status, extensions } = group;
  return (
    <div className={styles['frame']}>
      <PictureFrame
        url={scene.thumbnailUrl}
        title={status === 'failed' || status === 'generating' ? '' : scene.title}
        isUpright={isUpright}
      />
      {status === 'generating' ? <p className={styles['note']}>{group.note ?? 'In the queue'}</p> : null}
      {status === 'failed' ? <Failure group={group} actions={actions} /> : null}
      <div className={styles['topBadges']}>
        <PictureBadge text={String(scene.sceneNumber)} />
        <span>
          {scene.isDemo && status === 'complete' ? <PictureBadge text="Demo" /> : null}
          {extensions.length > 0 ? (
            <span className={styles['segments']}>
              <Layers size={14} strokeWidth={2.25} aria-hidden="true" />
              {extensions.length + 1} segments
            </span>
          ) : null}
        </span>
      </div>
      <div className={styles['bottomBadges']}>
        <StatusMark status={status} place="picture" />
        <PictureBadge text={formatDuration(group.seconds)} />
      </div>
      {status === 'generating' ? <i className={styles['live']} /> : null}
    </div>
  );
}

/** Why there is no clip, and what can be done. A lost answer may have been charged: the person decides with open eyes. */
function Failure({ group, actions }: Pick<SceneCardProps, 'group' | 'actions'>) {
  const { scene } = group;
  return (
    <div className={styles['failure']}>
      <p>{group.errorMessage ?? 'This clip could not be made.'}</p>
      <div className={styles['choices']}>
        <QuietButton size="1" onClick={() => actions.generate(group)}>
          <RotateCw size={14} aria-hidden="true" />
          {group.answerLost ? 'Generate again (may be charged twice)' : 'Retry'}
        </QuietButton>
        {group.answerLost ? (
          <QuietButton size="1" onClick={() => actions.dismissFailure(scene)}>
            Dismiss
          </QuietButton>
        ) : null}
      </div>
    </div>
  );
}

function SceneButtons({ group, actions }: Pick<SceneCardProps, 'group' | 'actions'>) {
  const { scene, status } = group;
  const isDownloadable = status === 'complete' && scene.videoUrl !== null;
  return (
    <div className={styles['buttons']}>
      <ImproveButton scene={scene} improve={actions.improve} />
      <IconAction
        label={`Edit scene ${scene.sceneNumber}`}
        className={styles['button'] ?? ''}
        onClick={() => actions.edit(scene)}
      >
        <Pencil size={16} />
      </IconAction>
      {isDownloadable ? (
        <IconAction
          label={`Download scene ${scene.sceneNumber}`}
          className={styles['button'] ?? ''}
          onClick={() => actions.download(group)}
        >
          <Download size={16} />
        </IconAction>
      ) : null}
      <IconAction
        label={`Delete scene ${scene.sceneNumber}`}
        className={styles['button'] ?? ''}
        onClick={() => actions.remove(scene)}
      >
        <Trash2 size={16} />
      </IconAction>
    </div>
  );
}

function ImproveButton({ scene, improve }: { scene: Scene; improve: SceneCardActions['improve'] }) {
  const [isBusy, setIsBusy] = useState(false);
  const start = async (): Promise<void> => {
    setIsBusy(true);
    await improve(scene);
    setIsBusy(false);
  };
  return (
    <IconAction
      label={isBusy ? `Improving scene ${scene.sceneNumber}` : `Improve scene ${scene.sceneNumber}`}
      className={styles['button'] ?? ''}
      aria-busy={isBusy}
      aria-disabled={isBusy}
      onClick={() => {
        if (!isBusy) void start();
      }}
    >
      {isBusy ? <Spinner size="1" /> : <Feather size={16} />}
    </IconAction>
  );
}
