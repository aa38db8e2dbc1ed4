import { ArrowRight } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import type { PublicProject } from '#shared/api/showcase.ts';
import { PictureFrame } from '#widgets/picture-frame.tsx';
import { sceneCountText } from '#widgets/words.ts';
import { LengthBadge, PictureBadge } from '#widgets/status-mark.tsx';
import { Author } from './author.tsx';
import styles from './public-card.module.css';
import { showcaseWords as words } from './words.ts';

/** A public project as a poster; the whole card links to its page. */
export function PublicCard({ project }: { project: PublicProject }) {
  const titleId = useId();
  return (
    <article className={styles['card']} aria-labelledby={titleId}>
      <div className={styles['frame']}>
        <PictureFrame
          url={project.posterUrl}
          title={project.title}
          genre={project.genre}
          isUpright={project.aspectRatio === '9:16'}
        />
        <div className={styles['badges']}>
          <PictureBadge text={sceneCountText(project.sceneCount)} />
          <LengthBadge seconds={project.totalDuration} isDemo={project.isDemo} />
        </div>
      </div>
      <h2 id={titleId} className="one-line">
        {project.title}
      </h2>
      <p className="one-line quiet">{project.description}</p>
      <div className={styles['foot']}>
        <Author author={project.user} />
        <Link to={`/showcase/${project.id}`} className={styles['view']} aria-describedby={titleId}>
          {words.view}
          <ArrowRight size={16} aria-hidden="true" />
        </Link>
      </div>
    </article>
  );
}
