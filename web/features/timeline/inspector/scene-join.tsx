import { SegmentedControl } from '@radix-ui/themes';
import { useId } from 'react';
import { actions } from '#editor/actions.ts';
import { canPreviewAll } from '#player/can-preview.ts';
import type { Scene, Transition } from '#shared/entities/scene.ts';
import { limits } from '#shared/limits.ts';
import type { PlanScene } from '#shared/movie/movie-plan.ts';
import { fpsNumber } from '#shared/movie/time.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import { showFailure } from '#ui/toasts.ts';
import { useScope } from '../timeline-scope.ts';
import { joinWords as words } from '../words.ts';
import styles from './inspector.module.css';
import { ReleasedRange } from './released-range.tsx';
import { Toggle } from './toggle.tsx';

type SceneJoinProps = { row: Scene; scene: PlanScene; next: PlanScene };
type Kind = Transition['kind'] | 'cut';

const kinds: readonly Kind[] = ['cut', 'crossfade', 'fade-black'];
const NEW_SECONDS = 1;
const LENGTHS = { min: limits.transitionMinSeconds, max: limits.transitionMaxSeconds, step: 0.1 };

/** How a scene goes over into the next one of the movie. */
export function SceneJoin({ row, scene, next }: SceneJoinProps) {
  const { plan } = useScope();
  const kindId = useId();
  const { transition } = row;
  const numbers = { number: scene.sceneNumber, next: next.sceneNumber };
  const save = (edit: Promise<void>): void => void edit.catch((error: unknown) => showFailure(words.failed, error));
  const set = (wanted: Transition | null): void => save(actions.setTransition(row.id, wanted));
  const edit = (change: Partial<Transition>): void => save(actions.editTransition(row.id, change));
  const choose = (kind: string): void => {
    const wanted = kinds.find((one) => one === kind) ?? 'cut';
    if (wanted === 'cut') set(null);
    else if (transition) edit({ kind: wanted });
    else set({ kind: wanted, seconds: NEW_SECONDS, sound: true });
  };
  const overlap = (scene.startFrame + scene.frameCount - next.startFrame) / fpsNumber(plan.fps);
  return (
    <section className={styles['group']} aria-label={words.label(numbers)}>
      <h3 className={styles['title']} id={kindId}>
        {words.label(numbers)}
      </h3>
      <SegmentedControl.Root
        className={styles['segmented'] ?? ''}
        size="1"
        value={transition?.kind ?? 'cut'}
        aria-labelledby={kindId}
        onValueChange={choose}
      >
        {kinds.map((kind) => (
          <SegmentedControl.Item key={kind} value={kind} aria-label={words.kinds[kind]}>
            {words.shown[kind]}
          </SegmentedControl.Item>
        ))}
      </SegmentedControl.Root>
      {transition ? (
        <>
          <ReleasedRange
            label={words.length}
            value={transition.seconds}
            range={LENGTHS}
            textOf={(seconds) => `${seconds.toFixed(1)} s`}
            onValue={(seconds) => edit({ seconds })}
          />
          <Toggle name={words.sound[transition.kind]} isOn={transition.sound} onChange={(sound) => edit({ sound })} />
          <p className={styles['hint']}>
            {overlap > 0 ? `${words.shorter({ seconds: overlap.toFixed(1) })} ` : ''}
            {overlap > 0 && !canPreviewAll() ? `${words.cutInPreview} ` : ''}
            {words.cost(numbers)}
          </p>
        </>
      ) : null}
      <QuietButton size="1" onClick={() => save(actions.setAllTransitions(row.id))}>
        {words.all}
      </QuietButton>
    </section>
  );
}
