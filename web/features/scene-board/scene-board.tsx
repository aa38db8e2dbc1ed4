import { Plus } from 'lucide-react';
import type { AspectRatio } from '#shared/catalogue/models.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { Shimmer } from '#ui/shimmer.tsx';
import { Viewfinder } from '#ui/viewfinder.tsx';
import { sceneGroups } from '#widgets/scene-groups.ts';
import { SceneCard, type SceneCardActions } from './scene-card.tsx';
import styles from './scene-board.module.css';

type SceneBoardProps = {
  scenes: readonly Scene[];
  aspectRatio: AspectRatio;
  actions: SceneCardActions;
  onAddScene: () => void;
};

/** Every scene of the movie as a card, in play order. */
export function SceneBoard({ scenes, aspectRatio, actions, onAddScene }: SceneBoardProps) {
  return (
    <ul className={styles['grid']}>
      {sceneGroups(scenes).map((group) => (
        <li key={group.scene.id}>
          <SceneCard group={group} isUpright={aspectRatio === '9:16'} actions={actions} />
        </li>
      ))}
      <li>
        <button type="button" className={styles['add']} onClick={onAddScene}>
          <Viewfinder />
          <Plus size={20} aria-hidden="true" />
          Add Custom Scene
        </button>
      </li>
    </ul>
  );
}

/** Cards in their final geometry while scenes are being written or read. */
export function LoadingBoard({ label }: { label: string }) {
  return (
    <div className={styles['loading']}>
      <p>
        <output>{label}</output>
      </p>
      <div className={styles['grid']}>
        {[1, 2, 3, 4, 5, 6].map((place) => (
          <div key={place} className={styles['card']}>
            <Shimmer className={styles['frame'] ?? ''} />
            <div className={styles['loadingWords']}>
              <Shimmer className={styles['loadingLine'] ?? ''} />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
