import { DropdownMenu } from '@radix-ui/themes';
import { ArrowLeft, ArrowRight, Ellipsis, History, RotateCw } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { highContrast } from '#ui/high-contrast.ts';
import type { SceneCardActions, SceneCardView } from './scene-card-view.ts';
import styles from './scene-frame.module.css';
import { menuWords as words } from './words.ts';

const ExtendItem = lazy(async () => ({ default: (await import('./extend-item.tsx')).ExtendItem }));

type SceneMenuProps = { card: SceneCardView; actions: SceneCardActions };

/** The less common actions on a scene, and moving it without dragging. */
export function SceneMenu({ card, actions }: SceneMenuProps) {
  const { group, place, count, hasEarlierTake, price, refusals } = card;
  const { scene, status } = group;
  const name = words.name({ number: scene.sceneNumber });
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
            {scene.source === 'clip' ? null : (
              <>
                <DropdownMenu.Item disabled={refusals.ai !== null} onSelect={() => actions.generate(scene)}>
                  <RotateCw size={16} aria-hidden="true" />
                  {words.generateAgain({ note: refusals.ai?.short ?? price })}
                </DropdownMenu.Item>
                <Suspense fallback={<DropdownMenu.Item disabled>{words.extend}</DropdownMenu.Item>}>
                  <ExtendItem card={card} actions={actions} />
                </Suspense>
              </>
            )}
            {hasEarlierTake ? (
              <DropdownMenu.Item onSelect={() => actions.restoreClip(scene)}>
                <History size={16} aria-hidden="true" />
                {words.restoreClip}
              </DropdownMenu.Item>
            ) : null}
            <DropdownMenu.Separator />
          </>
        ) : null}
        <DropdownMenu.Item disabled={place === 0} onSelect={() => void actions.move(place, place - 1)}>
          <ArrowLeft size={16} aria-hidden="true" />
          {words.moveEarlier}
        </DropdownMenu.Item>
        <DropdownMenu.Item disabled={place === count - 1} onSelect={() => void actions.move(place, place + 1)}>
          <ArrowRight size={16} aria-hidden="true" />
          {words.moveLater}
        </DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
