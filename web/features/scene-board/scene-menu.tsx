import { DropdownMenu } from '@radix-ui/themes';
import { ArrowLeft, ArrowRight, Ellipsis, History, RotateCw } from 'lucide-react';
import { estimateCost, formatUsd } from '#shared/rules/cost.ts';
import { highContrast } from '#ui/high-contrast.ts';
import type { SceneCardActions, SceneCardView } from './scene-card-view.ts';
import styles from './scene-frame.module.css';

type SceneMenuProps = { card: SceneCardView; actions: SceneCardActions };

/** What is rarely done to a scene, and its way through the order without dragging. */
export function SceneMenu({ card: { group, place, count, hasFormerClip, refusals }, actions }: SceneMenuProps) {
  const { scene, status } = group;
  const name = `More for scene ${scene.sceneNumber}`;
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger>
        <button type="button" aria-label={name} title={name} className={styles['menu']}>
          <Ellipsis size={16} aria-hidden="true" />
        </button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content align="end" color="gray" className={highContrast}>
        {status === 'complete' ? (
          <>
            <DropdownMenu.Item disabled={refusals.ai !== null} onSelect={() => actions.generateAgain(scene)}>
              <RotateCw size={16} aria-hidden="true" />
              Generate again · {refusals.ai?.short ?? `about ${formatUsd(estimateCost([scene]).estimatedCost)}`}
            </DropdownMenu.Item>
            {hasFormerClip ? (
              <DropdownMenu.Item onSelect={() => actions.restoreClip(scene)}>
                <History size={16} aria-hidden="true" />
                Restore the earlier clip
              </DropdownMenu.Item>
            ) : null}
            <DropdownMenu.Separator />
          </>
        ) : null}
        <DropdownMenu.Item disabled={place === 0} onSelect={() => void actions.move(place, place - 1)}>
          <ArrowLeft size={16} aria-hidden="true" />
          Move earlier
        </DropdownMenu.Item>
        <DropdownMenu.Item disabled={place === count - 1} onSelect={() => void actions.move(place, place + 1)}>
          <ArrowRight size={16} aria-hidden="true" />
          Move later
        </DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
