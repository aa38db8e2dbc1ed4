import { Button, Heading } from '@radix-ui/themes';
import { Link } from 'react-router-dom';
import { useProjects } from '#data/live.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import { PictureFrame } from '#widgets/picture-frame.tsx';
import { sceneCountText } from '#widgets/words.ts';
import styles from './share.module.css';
import { shareWords as words } from './words.ts';

type ProjectChoiceProps = { userId: string; onPick: (projectId: string) => void };

/** The person's projects, to pick one that gets the files. */
export function ProjectChoice({ userId, onPick }: ProjectChoiceProps) {
  const projects = useProjects(userId);
  if (projects === undefined) return null;
  if (projects.length === 0) {
    return (
      <>
        <p className={styles['text']}>{words.noProjects.text}</p>
        <Button asChild size="3">
          <Link to="/">{words.noProjects.create}</Link>
        </Button>
      </>
    );
  }
  return (
    <section aria-label={words.pick}>
      <Heading as="h2" size="4">
        {words.pick}
      </Heading>
      <ul className={styles['projects']} aria-label={words.projects}>
        {projects.map(({ id, title, sceneCount, posterUrl }) => (
          <li key={id}>
            <QuietButton
              size="3"
              className={styles['project'] ?? ''}
              aria-label={words.addTo({ title })}
              onClick={() => onPick(id)}
            >
              <span className={styles['poster']}>
                <PictureFrame url={posterUrl} title={title} />
              </span>
              <span className={`one-line ${styles['title']}`}>{title}</span>
              <span className="numbers quiet">{sceneCountText(sceneCount)}</span>
            </QuietButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
