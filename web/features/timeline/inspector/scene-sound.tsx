import { useStore } from 'zustand';
import { actions } from '#editor/actions.ts';
import { canPreviewAll } from '#player/can-preview.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { limits } from '#shared/limits.ts';
import type { PlanScene } from '#shared/movie/movie-plan.ts';
import { levellingGainDb } from '#shared/sound/levelling.ts';
import { decibels } from '#shared/words/format.ts';
import { showFailure } from '#ui/toasts.ts';
import { soundShapes } from '../strip/sound-shapes.ts';
import { sceneLoudness } from '../strip/wave-path.ts';
import { useScope } from '../timeline-scope.ts';
import { useStacked } from '../use-narrow.ts';
import { soundWords as words } from '../words.ts';
import styles from './inspector.module.css';
import { LevelAll } from './level-all.tsx';
import { NumberField } from './number-field.tsx';
import { ReleasedRange } from './released-range.tsx';
import { SceneJoin } from './scene-join.tsx';
import { Toggle } from './toggle.tsx';

type SceneSoundProps = { row: Scene; scene: PlanScene };

/** How loud a scene is, how its sound fades, and how it goes over into the next scene. Each change is saved at once. */
export function SceneSound({ row, scene }: SceneSoundProps) {
  const { plan } = useScope();
  const isStacked = useStacked();
  const next = plan.scenes[plan.scenes.findIndex(({ sceneId }) => sceneId === row.id) + 1];
  return (
    <>
      <section className={styles['group']} aria-label={words.label}>
        <h3 className={styles['title']}>{words.label}</h3>
        {scene.clip.hasAudio ? <Loudness row={row} /> : <p className={styles['hint']}>{words.none}</p>}
        {scene.clip.hasAudio && !row.muted ? <Measured scene={scene} isLeveled={plan.levelling} /> : null}
        {isStacked ? <LevelAll /> : null}
        {plan.levelling && !canPreviewAll() ? <p className={styles['hint']}>{words.leveled}</p> : null}
      </section>
      {next ? <SceneJoin row={row} scene={scene} next={next} /> : null}
    </>
  );
}

/** How loud it is by itself, once that is known, and what leveling adds. */
function Measured({ scene, isLeveled }: { scene: PlanScene; isLeveled: boolean }) {
  const shape = useStore(soundShapes.shapes, (shapes) => shapes[scene.clip.sha256]);
  if (!shape) return null;
  const lufs = sceneLoudness(scene, shape);
  return (
    <p className={`${styles['hint']} numbers`}>
      {words.measured({ lufs, levelDb: isLeveled ? levellingGainDb(lufs) : null })}
    </p>
  );
}

function Loudness({ row }: { row: Scene }) {
  const { id, gainDb, muted, fadeInSeconds, fadeOutSeconds } = row;
  const edit = (sound: Parameters<typeof actions.editSound>[1]): void => save(() => actions.editSound(id, sound));
  const setFade = (field: 'fadeInSeconds' | 'fadeOutSeconds', seconds: number): void =>
    edit({ [field]: Math.min(Math.max(Math.round(seconds * 10) / 10, 0), limits.soundFadeMaxSeconds) });
  const isChanged = gainDb !== 0 || muted || fadeInSeconds > 0 || fadeOutSeconds > 0;
  return (
    <>
      <ReleasedRange
        label={words.volume}
        value={gainDb}
        range={{ min: limits.gainMinDb, max: limits.gainMaxDb, step: 1 }}
        isDisabled={muted}
        textOf={(db) => (db <= limits.gainMinDb ? words.silent : decibels(db))}
        onValue={(db) => edit({ gainDb: db })}
      />
      <Toggle name={words.mute} isOn={muted} onChange={(isOn) => edit({ muted: isOn })} />
      <div className={styles['points']}>
        <NumberField
          label={words.fadeIn}
          value={fadeInSeconds}
          format={SECONDS}
          onValue={(seconds) => setFade('fadeInSeconds', seconds)}
        />
        <NumberField
          label={words.fadeOut}
          value={fadeOutSeconds}
          format={SECONDS}
          onValue={(seconds) => setFade('fadeOutSeconds', seconds)}
        />
      </div>
      {gainDb > 0 && !muted && !canPreviewAll() ? <p className={styles['hint']}>{words.tooQuiet}</p> : null}
      {isChanged ? <p className={styles['hint']}>{words.cost}</p> : null}
    </>
  );
}

const SECONDS = { unit: 's', step: 0.1, decimals: 1 };

function save(edit: () => Promise<void>): void {
  edit().catch((error: unknown) => showFailure(words.failed, error));
}
