import { SceneButtons } from './scene-buttons.tsx';
import { SceneFrame } from './scene-frame.tsx';
import type { SceneCardActions, SceneCardView } from './scene-card-view.ts';
import styles from './scene-card.module.css';

type SceneCardProps = { card: SceneCardView; actions: SceneCardActions };

/** A scene: its frame with what is known about it, then its words and what can be done to it. */
export function SceneCard({ card, actions }: SceneCardProps) {
  const { scene, status } = card.group;
  return (
    <article
      className={styles['card']}
      aria-label={`Scene ${scene.sceneNumber}: ${scene.title}`}
      aria-current={card.isSelected}
      data-status={status}
    >
      <SceneFrame card={card} actions={actions} />
      <div className={styles['words']}>
        <div className={styles['titleRow']}>
          <h3 className="one-line" title={scene.title}>
            {scene.title}
          </h3>
          <SceneButtons card={card} actions={actions} />
        </div>
        <p className={styles['text']}>{scene.description}</p>
        {remarksOf(card).map((remark) => (
          <p key={remark} className={styles['remark']}>
            {remark}
          </p>
        ))}
      </div>
    </article>
  );
}

/** What the person should know of the clip beside its picture: what its model left out, and that it is out of date. */
function remarksOf({ group: { status, note }, isEditedSinceClip }: SceneCardView): string[] {
  return [
    (status === 'complete' || status === 'pending') && note !== null ? note : '',
    isEditedSinceClip ? 'Edited since its clip was made.' : '',
  ].filter(Boolean);
}
