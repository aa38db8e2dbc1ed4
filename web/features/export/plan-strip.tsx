import type { Scene } from '#shared/entities/scene.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { PictureFrame } from '#widgets/picture-frame.tsx';
import styles from './export-dialog.module.css';

/** The scenes of the movie as it will be written, each as wide as it is long. */
export function PlanStrip({ plan, scenes }: { plan: MoviePlan; scenes: readonly Scene[] }) {
  return (
    <div className={styles['strip']} aria-hidden="true">
      {plan.scenes.map((scene) => (
        <div key={scene.sceneId} style={{ flexGrow: scene.frameCount }}>
          <PictureFrame
            url={scenes.find((row) => row.id === scene.sceneId)?.thumbnailUrl ?? null}
            title={scene.title}
          />
        </div>
      ))}
    </div>
  );
}
