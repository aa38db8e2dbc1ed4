import type { Scene } from '#shared/entities/scene.ts';
import { RefusableButton } from '#ui/refusable-button.tsx';
import type { Refusals } from '#widgets/refusals.ts';
import styles from './scene-card.module.css';
import type { SceneCardActions, SceneCardView } from './scene-card-view.ts';
import { extensionWords as words } from './extension-words.ts';

type GenerateExtensionProps = { card: SceneCardView; actions: SceneCardActions };

/** The scene has its clip, and what was to go on from it was canceled. */
export function GenerateExtension({ card: { group, price, refusals }, actions }: GenerateExtensionProps) {
  const { scene } = group;
  return (
    <div className={styles['rest']}>
      <RefusableButton
        isQuiet
        size="2"
        className="numbers"
        aria-label={words.generateOf({ number: scene.sceneNumber, price })}
        refusal={refusals.ai?.sentence ?? null}
        onPress={() => void actions.retry(group)}
      >
        <span className="one-line">{words.generate}</span>
        <span className={styles['price']}>· {price}</span>
      </RefusableButton>
      <RemoveExtension scene={scene} refusals={refusals} size="2" onRemove={actions.removeExtension} />
    </div>
  );
}

type RemoveExtensionProps = { scene: Scene; refusals: Refusals; size?: '1' | '2'; onRemove: (scene: Scene) => void };

/** Makes a scene complete again, with the clip that it has. */
export function RemoveExtension({ scene, refusals, size = '1', onRemove }: RemoveExtensionProps) {
  return (
    <RefusableButton
      isQuiet
      size={size}
      aria-label={words.removeOf({ number: scene.sceneNumber })}
      refusal={refusals.server?.sentence ?? null}
      onPress={() => onRemove(scene)}
    >
      {words.remove}
    </RefusableButton>
  );
}
