import { SceneButtons } from './scene-buttons.tsx';
import { SceneFrame } from './scene-frame.tsx';
import type { SceneCardActions, SceneCardView } from './scene-card-view.ts';
import styles from './scene-card.module.css';
import { cardWords as words } from './words.ts';

type SceneCardProps = { card: SceneCardView; actions: SceneCardActions };

/** A scene: its picture with badges, then its text and its buttons. */
export function SceneCard({ card, actions }: SceneCardProps) {
  const { scene, status } = card.group;
  return (
    <article
      className={styles['card']}
      aria-label={words.label({ number: scene.sceneNumber, title: scene.title })}
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

/** What the picture doesn’t show about the clip: what its model left out, and whether it is out of date. */
function remarksOf({ group: { status, note }, isEditedSinceClip }: SceneCardView): string[] {
  return [
    (status === 'complete' || status === 'pending') && note !== null ? note : '',
    isEditedSinceClip ? words.edited : '',
  ].filter(Boolean);
}
