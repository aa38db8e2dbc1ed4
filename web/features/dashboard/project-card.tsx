import { Link } from 'react-router-dom';
import type { Project } from '#shared/entities/project.ts';
import { formatDuration } from '#shared/rules/duration-text.ts';
import { PictureFrame } from '#widgets/picture-frame.tsx';
import { PictureBadge, StatusMark } from '#widgets/status-mark.tsx';
import styles from './dashboard.module.css';

/** A project as a poster: its picture, what state it is in, how long it is. */
export function ProjectCard({ project }: { project: Project }) {
  return (
    <Link to={`/project/${project.id}`} className={styles['card']}>
      <div className={styles['frame']}>
        <PictureFrame
          url={project.posterUrl}
          title={project.title}
          genre={project.genre}
          isUpright={project.aspectRatio === '9:16'}
        />
        <div className={styles['badges']}>
          <StatusMark status={project.status} place="picture" />
          <PictureBadge text={formatDuration(project.totalDuration)} />
        </div>
        {project.status === 'generating' ? <i className={styles['live']} /> : null}
      </div>
      <h2 className="one-line">{project.title}</h2>
      <p className="one-line quiet">{project.description}</p>
    </Link>
  );
}
