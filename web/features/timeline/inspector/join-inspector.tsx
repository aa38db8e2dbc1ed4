import { useEffect, useState } from 'react';
import { clipStore } from '#data/page-clip-store.ts';
import { readFrame } from '#media/worker/client.ts';
import type { Scene } from '#shared/entities/scene.ts';
import type { PlanScene } from '#shared/movie/movie-plan.ts';
import { useScope } from '../timeline-scope.ts';
import { takenSeconds } from '../strip/joins.ts';
import { joinWords as words } from '../words.ts';
import styles from './inspector.module.css';
import { SceneJoin } from './scene-join.tsx';

type JoinInspectorProps = { row: Scene; scene: PlanScene; next: PlanScene };

/** The chosen join: the pictures that meet in it, and what it is. */
export function JoinInspector({ row, scene, next }: JoinInspectorProps) {
  const { plan } = useScope();
  const [left, right] = [useFrame(scene, scene.outFrame - 1), useFrame(next, next.inFrame)];
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

/** In pixels: sharp enough for half of the panel on a dense screen. */
const FRAME_WIDTH = 320;

/** The address of a picture of a clip, for as long as it is shown; null until it is there, and where it can't be had. */
function useFrame({ clip: { sha256 } }: PlanScene, frame: number): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    let made: string | null = null;
    const read = async (): Promise<void> => {
      const file = await clipStore.read(sha256);
      if (file === null) return;
      const picture = await readFrame(file, frame, FRAME_WIDTH, { signal: controller.signal });
      if (controller.signal.aborted) return;
      made = URL.createObjectURL(picture);
      setUrl(made);
    };
    read().catch((error: unknown) => {
      if (!controller.signal.aborted) console.warn('A picture of a join was not read.', error);
    });
    return () => {
      controller.abort();
      if (made !== null) URL.revokeObjectURL(made);
      setUrl(null);
    };
  }, [sha256, frame]);
  return url;
}
