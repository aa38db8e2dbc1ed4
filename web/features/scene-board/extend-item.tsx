import { DropdownMenu } from '@radix-ui/themes';
import { StepForward } from 'lucide-react';
import { useSceneExtension } from '#api/queries/extension.ts';
import { modelRow } from '#shared/catalogue/models.ts';
import { estimateForExtension } from '#shared/rules/cost.ts';
import { priceText, type SceneCardActions, type SceneCardView } from './scene-card-view.ts';
import styles from './extend-item.module.css';
import { extensionWords as words } from './extension-words.ts';
import { menuWords } from './words.ts';

type ExtendItemProps = { card: SceneCardView; actions: SceneCardActions };

/** Makes the clip longer. Where it can’t get longer, it says why: the server knows how old the clip is and what made it. */
export function ExtendItem({ card: { group, projectModel, isFree, refusals }, actions }: ExtendItemProps) {
  const { scene } = group;
  const offer = useSceneExtension(scene.id, refusals.ai === null);
  const seconds = modelRow(scene.model ?? projectModel).extensionSeconds;
  const price = estimateForExtension({ from: scene.duration, to: scene.duration + (seconds ?? 0) });
  const refusal =
    refusals.ai?.short ?? (offer === undefined ? words.checking : offer === null ? words.unanswered : offer.error);
  return (
    <DropdownMenu.Item
      disabled={refusal !== null}
      className={styles['item'] ?? ''}
      onSelect={() => actions.extend(scene)}
    >
      <StepForward size={16} aria-hidden="true" />
      <span>
        {seconds === null ? menuWords.extend : words.extendBy({ seconds })}
        {refusal === null ? ` · ${priceText(price, isFree)}` : <small>{refusal}</small>}
      </span>
    </DropdownMenu.Item>
  );
}
