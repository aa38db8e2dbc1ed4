import {
  Aperture,
  Eye,
  Focus,
  MoveDown,
  MoveRight,
  MoveUp,
  Plane,
  RectangleHorizontal,
  ScanFace,
  User,
  Users,
  type LucideIcon,
} from 'lucide-react';
import { useState } from 'react';
import { cameraAngles, moods, type CameraAngle } from '#shared/catalogue/shot-words.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { formatDuration } from '#shared/rules/duration-text.ts';
import { totalDuration } from '#shared/rules/totals.ts';
import { PictureFrame } from '#widgets/picture-frame.tsx';
import { sceneCountText, sceneGroups, type SceneGroup } from '#widgets/scene-groups.ts';
import styles from './storyboard.module.css';

const SHORT_DESCRIPTION = 100;

const angleIcons: Record<CameraAngle, LucideIcon> = {
  wide: RectangleHorizontal,
  medium: User,
  'close-up': Focus,
  'extreme-close-up': ScanFace,
  'over-the-shoulder': Users,
  'low-angle': MoveUp,
  'high-angle': MoveDown,
  aerial: Plane,
  'point-of-view': Eye,
  tracking: MoveRight,
};

type StoryboardProps = { project: Project; scenes: readonly Scene[] };

/** The movie as a sheet of drawings: frame, camera, mood and words of every scene. */
export function Storyboard({ project, scenes }: StoryboardProps) {
  const groups = sceneGroups(scenes);
  return (
    <div className={styles['floor']}>
      <section className={styles['sheet']} aria-label="Storyboard">
        <header className={styles['head']}>
          <h2>{project.title}</h2>
          <span className={styles['genre']}>{project.genre}</span>
          <span className={`${styles['facts']} numbers`}>
            {sceneCountText(groups.length)} · {formatDuration(totalDuration(scenes))} · {project.aspectRatio}
          </span>
        </header>
        {groups.length === 0 ? <p className="quiet">The scenes stand here once there is a breakdown.</p> : null}
        <ol className={styles['grid']}>
          {groups.map((group) => (
            <li key={group.scene.id}>
              <Panel group={group} isUpright={project.aspectRatio === '9:16'} />
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}

function Panel({ group, isUpright }: { group: SceneGroup; isUpright: boolean }) {
  const { scene } = group;
  return (
    <article aria-label={`Scene ${scene.sceneNumber}: ${scene.title}`}>
      <div className={styles['panelHead']}>
        <span className={`${styles['number']} numbers`}>{scene.sceneNumber}</span>
        <h3 className="one-line">{scene.title}</h3>
        <span className={`${styles['facts']} numbers`}>{formatDuration(group.seconds)}</span>
      </div>
      <div className={styles['frame']}>
        <PictureFrame url={scene.thumbnailUrl} title={scene.title} isUpright={isUpright} />
      </div>
      <ShotRow metadata={scene.metadata} />
      <Description text={scene.description} />
    </article>
  );
}

function ShotRow({ metadata }: { metadata: Scene['metadata'] }) {
  const angle = cameraAngles.find((row) => row.id === metadata.cameraAngle);
  const mood = moods.find((row) => row.id === metadata.mood);
  const Icon = angle ? angleIcons[angle.id] : Aperture;
  return (
    <div className={styles['shot']}>
      <span>
        <Icon size={16} aria-hidden="true" />
        {angle?.label ?? 'Camera open'}
      </span>
      {mood ? (
        <span className={styles['mood']}>
          <i data-mood={mood.id} />
          {mood.label}
        </span>
      ) : null}
    </div>
  );
}

function Description({ text }: { text: string }) {
  const [isWhole, setIsWhole] = useState(false);
  const isLong = text.length > SHORT_DESCRIPTION;
  return (
    <p className={styles['text']}>
      {isWhole || !isLong ? text : `${text.slice(0, SHORT_DESCRIPTION).trimEnd()}…`}{' '}
      {isLong ? (
        <button type="button" className="link" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? 'Show less' : 'Read more'}
        </button>
      ) : null}
    </p>
  );
}
