import type { PublicScene } from '#shared/api/showcase.ts';
import { sceneWithSegmentsStatus } from '#shared/rules/project-status.ts';
import { inPlayOrder } from '#shared/rules/scene-order.ts';
import { playedSeconds } from '#shared/rules/totals.ts';
import { PictureFrame } from '#widgets/picture-frame.tsx';
import { LengthBadge, PictureBadge, StatusMark } from '#widgets/status-mark.tsx';
import styles from './public-scenes.module.css';
import { showcaseWords as words } from './words.ts';

type PublicScenesProps = { scenes: readonly PublicScene[]; isUpright: boolean };

/** The scenes of a public movie in play order. */
export function PublicScenes({ scenes, isUpright }: PublicScenesProps) {
  const own = inPlayOrder(scenes).filter((scene) => !scene.isExtension);
  if (own.length === 0) return <p className={styles['none']}>{words.noScenes}</p>;
  return (
    <ol className={styles['grid']} data-upright={isUpright}>
      {own.map((scene) => (
        <li key={scene.id}>
          <SceneCard scene={scene} rows={scenes} />
        </li>
      ))}
    </ol>
  );
}

type SceneCardProps = { scene: PublicScene; rows: readonly PublicScene[] };

function SceneCard({ scene, rows }: SceneCardProps) {
  const status = sceneWithSegmentsStatus(scene, rows);
  return (
    <article aria-label={words.scene({ number: scene.sceneNumber, title: scene.title })}>
      <div className={styles['frame']}>
        <PictureFrame url={scene.thumbnailUrl} title={scene.title} />
        <div className={styles['top']}>
          <PictureBadge text={String(scene.sceneNumber)} />
        </div>
        <div className={styles['bottom']}>
          {status === 'complete' ? null : <StatusMark status={status} place="picture" />}
          <LengthBadge seconds={playedSeconds(scene, rows)} isDemo={scene.isDemo} />
        </div>
      </div>
      <h2>{scene.title}</h2>
      <p className="quiet">{scene.description}</p>
    </article>
  );
}
