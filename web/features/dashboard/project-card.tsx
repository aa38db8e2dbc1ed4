import { memo, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Project } from '#shared/entities/project.ts';
import { useReducedMotion } from '#ui/media-query.ts';
import { PictureFrame } from '#widgets/picture-frame.tsx';
import { LengthBadge, StatusMark } from '#widgets/status-mark.tsx';
import styles from './dashboard.module.css';
import { ProjectHint } from './project-hint.tsx';
import { ProjectMenu } from './project-menu.tsx';
import { SceneProgress } from './scene-progress.tsx';
import { dashboardWords as words } from './words.ts';

type ProjectCardProps = {
  project: Project;
  /** The server doesn't have it, though nobody is known to have deleted it. */
  isOnlyHere: boolean;
  onDelete: (project: Project) => void;
};

/** A project as a poster: its picture, status, and length. Not drawn again while a long wall grows. */
export const ProjectCard = memo(({ project, isOnlyHere, onDelete }: ProjectCardProps) => {
  const { id, title, description, status } = project;
  const isUpright = project.aspectRatio === '9:16';
  const [isLookedAt, setIsLookedAt] = useState(false);
  const isStill = useReducedMotion();
  return (
    <article className={styles['tile']} aria-label={title}>
      <Link
        to={`/project/${id}`}
        className={styles['card']}
        onMouseEnter={() => setIsLookedAt(true)}
        onMouseLeave={() => setIsLookedAt(false)}
        onFocus={() => setIsLookedAt(true)}
        onBlur={() => setIsLookedAt(false)}
      >
        <div className={styles['frame']}>
          <PictureFrame url={project.posterUrl} title={title} genre={project.genre} isUpright={isUpright} />
          {isLookedAt && !isStill ? <ProjectHint projectId={id} title={title} isUpright={isUpright} /> : null}
          <div className={styles['badges']}>
            {status === 'generating' || status === 'failed' ? (
              <SceneProgress project={project} />
            ) : (
              <StatusMark status={status} place="picture" />
            )}
            <LengthBadge seconds={project.totalDuration} isDemo={project.isDemo} />
          </div>
        </div>
        <h2 className="one-line">{title}</h2>
        <p className="one-line quiet">{isOnlyHere ? words.onlyHere : description}</p>
      </Link>
      <ProjectMenu title={title} onDelete={() => onDelete(project)} />
    </article>
  );
});
