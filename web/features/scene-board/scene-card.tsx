import { Film } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { RefusableButton } from '#ui/refusable-button.tsx';
import type { CardPlaying } from './play-button.tsx';
import { SceneButtons } from './scene-buttons.tsx';
import { SceneFrame } from './scene-frame.tsx';
import type { SceneCardActions, SceneCardView } from './scene-card-view.ts';
import styles from './scene-card.module.css';
import { cardWords as words } from './words.ts';

const GenerateExtension = lazy(async () => ({ default: (await import('./missing-extension.tsx')).GenerateExtension }));

type SceneCardProps = { card: SceneCardView; actions: SceneCardActions; playing: CardPlaying };

/** A scene: its picture with badges, then its text and its buttons. */
export function SceneCard({ card, actions, playing }: SceneCardProps) {
  const { scene, status } = card.group;
  return (
    <article
      className={styles['card']}
      aria-label={words.label({ number: scene.sceneNumber, title: scene.title })}
      aria-current={card.isSelected}
      data-status={status}
    >
      <SceneFrame card={card} actions={actions} playing={playing} />
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
        {status === 'pending' && card.lacksExtension ? (
          <Suspense>
            <GenerateExtension card={card} actions={actions} />
          </Suspense>
        ) : null}
        {status === 'pending' && !card.lacksExtension ? <GenerateScene card={card} actions={actions} /> : null}
      </div>
    </article>
  );
}

function GenerateScene({ card, actions }: Pick<SceneCardProps, 'card' | 'actions'>) {
  const { scene } = card.group;
  return (
    <RefusableButton
      isQuiet
      size="2"
      className={`${styles['generate']} numbers`}
      aria-label={words.generateScene({ number: scene.sceneNumber, price: card.price })}
      refusal={card.refusals.ai?.sentence ?? null}
      onPress={() => actions.generate(scene)}
    >
      <Film size={16} aria-hidden="true" />
      <span className="one-line">{words.generate}</span>
      <span className={styles['price']}>· {card.price}</span>
    </RefusableButton>
  );
}

/** What the picture doesn’t show about the clip: what its model left out, and whether it is out of date. */
function remarksOf({ group: { status, note }, isEditedSinceClip }: SceneCardView): string[] {
  return [
    (status === 'complete' || status === 'pending') && note !== null ? note : '',
    isEditedSinceClip ? words.edited : '',
  ].filter(Boolean);
}
