import type { PlanSummary } from '#media/worker/client.ts';
import type { Scene } from '#shared/entities/scene.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { PictureFrame } from '#widgets/picture-frame.tsx';
import styles from './plan-picture.module.css';
import { stripParts } from './plan-strip.ts';
import { planWords } from './words.ts';

type PlanPictureProps = {
  plan: MoviePlan;
  scenes: readonly Scene[];
  /** What would be done at the chosen size; null while that isn't known. */
  summary: PlanSummary | null;
};

/** The scenes of the movie, each as wide as it is long, over a line that is solid where pictures are copied and dashed where they are encoded. */
export function PlanPicture({ plan, scenes, summary }: PlanPictureProps) {
  return (
    <>
      <div className={styles['strip']} aria-hidden="true">
        {plan.scenes.map((scene, index) => {
          const parts = stripParts(plan, index, summary);
          return (
            <div key={scene.sceneId} style={{ flexGrow: scene.frameCount }}>
              <div className={styles['frame']}>
                <PictureFrame
                  url={scenes.find((row) => row.id === scene.sceneId)?.thumbnailUrl ?? null}
                  title={scene.title}
                />
              </div>
              <div className={styles['line']}>
                {parts.map((part) => (
                  <span key={part.startFrame} data-kind={part.kind} style={{ flexGrow: part.frameCount }} />
                ))}
              </div>
            </div>
          );
        })}
      </div>
      <p className={styles['legend']} aria-hidden="true">
        <span data-kind="copy" />
        {planWords.copiedLegend}
        <span data-kind="encode" />
        {planWords.encodedLegend}
      </p>
    </>
  );
}
