import type { PlannedStretch } from '#shared/export-plan/planned-stretch.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { PictureFrame } from '#widgets/picture-frame.tsx';
import styles from './plan-picture.module.css';
import { legendTexts } from './plan-sentences.ts';
import type { StripScene } from './plan-strip.ts';

type PlanPictureProps = {
  strip: readonly StripScene[];
  /** Where the frames are. */
  scenes: readonly Pick<Scene, 'sceneNumber' | 'isExtension' | 'thumbnailUrl'>[];
  /** `low` beside a player. */
  height?: 'low';
};

/** The scenes of the movie, each as wide as it is long, over a line that is solid where pictures are copied and dashed where they are encoded. */
export function PlanPicture({ strip, scenes, height }: PlanPictureProps) {
  return (
    <div className={styles['strip']} data-height={height} aria-hidden="true">
      {strip.map(({ sceneNumber, title, startFrame, frameCount, parts }) => (
        <div key={startFrame} style={{ flexGrow: frameCount }}>
          <div className={styles['frame']}>
            <PictureFrame
              url={scenes.find((row) => !row.isExtension && row.sceneNumber === sceneNumber)?.thumbnailUrl ?? null}
              title={title}
            />
          </div>
          <div className={styles['line']}>
            {parts.map((part) => (
              <span key={part.startFrame} data-kind={part.kind} style={{ flexGrow: part.frameCount }} />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

type PlanLegendProps = { stretches: readonly PlannedStretch[]; framesPerSecond: number };

/** What the lines of the strip mean, with how long they are together. */
export function PlanLegend({ stretches, framesPerSecond }: PlanLegendProps) {
  const { copied, encoded } = legendTexts(stretches, framesPerSecond);
  return (
    <span className={`${styles['legend']} numbers`}>
      {copied === null ? null : <span data-kind="copy">{copied}</span>}{' '}
      {encoded === null ? null : <span data-kind="encode">{encoded}</span>}
    </span>
  );
}
