import type { Scene } from '#shared/entities/scene.ts';
import type { PlanScene } from '#shared/movie/movie-plan.ts';
import { useClipFrame } from '../stage/use-clip-frame.ts';
import { useScope } from '../timeline-scope.ts';
import { takenSeconds } from '../strip/joins.ts';
import { joinWords as words } from '../words.ts';
import styles from './inspector.module.css';
import { SceneJoin } from './scene-join.tsx';

type JoinInspectorProps = { row: Scene; scene: PlanScene; next: PlanScene };

/** The chosen join: the pictures that meet in it, and what it is. */
export function JoinInspector({ row, scene, next }: JoinInspectorProps) {
  const { plan } = useScope();
  const [left, right] = [useClipFrame(scene, scene.outFrame - 1), useClipFrame(next, next.inFrame)];
  const taken = takenSeconds(plan, scene, next);
  return (
    <section className={styles['panel']} aria-label={words.selected}>
      <header className={styles['head']}>
        <h2>{words.heading}</h2>
        <span className={`${styles['about']} one-line`}>
          {words.scenes({ number: scene.sceneNumber, next: next.sceneNumber })}
        </span>
      </header>
      <div className={styles['body']}>
        <figure className={styles['meeting']}>
          <div data-taken={taken > 0} aria-hidden="true">
            <i style={left === null ? undefined : { backgroundImage: `url("${left}")` }} />
            <i style={right === null ? undefined : { backgroundImage: `url("${right}")` }} />
          </div>
          <figcaption>
            <span className="one-line">
              {scene.sceneNumber} {scene.title}
            </span>
            <span className="one-line">
              {next.sceneNumber} {next.title}
            </span>
          </figcaption>
        </figure>
        <SceneJoin row={row} scene={scene} next={next} />
      </div>
    </section>
  );
}
