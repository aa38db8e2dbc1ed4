import { Spinner } from '@radix-ui/themes';
import { Download, Feather, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Scene } from '#shared/entities/scene.ts';
import { IconAction } from '#ui/icon-action.tsx';
import type { SceneCardActions, SceneCardView } from './scene-card-view.ts';
import styles from './scene-buttons.module.css';
import { cardWords as words } from './words.ts';

type SceneButtonsProps = { card: SceneCardView; actions: SceneCardActions };

/** The most common actions on a scene. */
export function SceneButtons({ card, actions }: SceneButtonsProps) {
  const { group } = card;
  const { scene, status } = group;
  const isDownloadable = status === 'complete' && scene.videoUrl !== null;
  const className = styles['button'] ?? '';
  return (
    <div className={styles['buttons']}>
      {scene.source === 'clip' ? null : (
        <ImproveButton scene={scene} refusal={card.refusals.ai?.sentence ?? null} improve={actions.improve} />
      )}
      <IconAction
        label={words.edit({ number: scene.sceneNumber })}
        className={className}
        onClick={() => actions.edit(scene)}
      >
        <Pencil size={16} />
      </IconAction>
      {isDownloadable ? (
        <IconAction
          label={words.download({ number: scene.sceneNumber })}
          className={className}
          refusal={card.isClipHere ? null : (card.refusals.server?.sentence ?? null)}
          onClick={() => actions.download(group)}
        >
          <Download size={16} />
        </IconAction>
      ) : null}
      <IconAction
        label={words.remove({ number: scene.sceneNumber })}
        className={className}
        onClick={() => actions.remove(scene)}
      >
        <Trash2 size={16} />
      </IconAction>
    </div>
  );
}

type ImproveButtonProps = { scene: Scene; refusal: string | null; improve: SceneCardActions['improve'] };

function ImproveButton({ scene, refusal, improve }: ImproveButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  const start = async (): Promise<void> => {
    setIsBusy(true);
    await improve(scene);
    setIsBusy(false);
  };
  return (
    <IconAction
      label={isBusy ? words.improving({ number: scene.sceneNumber }) : words.improve({ number: scene.sceneNumber })}
      className={styles['button'] ?? ''}
      aria-busy={isBusy}
      aria-disabled={isBusy}
      refusal={refusal}
      onClick={() => {
        if (!isBusy) void start();
      }}
    >
      {isBusy ? <Spinner size="1" /> : <Feather size={16} />}
    </IconAction>
  );
}
