import { Button, Heading } from '@radix-ui/themes';
import type { ReactNode } from 'react';
import type { Project } from '#shared/entities/project.ts';
import { PageMessage } from '#ui/page-message.tsx';
import { LoadingWall } from '#widgets/loading-wall.tsx';
import styles from './dashboard.module.css';
import { NewProjectTile } from './new-project-tile.tsx';
import { ProjectCard } from './project-card.tsx';
import { useTurn } from './use-turn.ts';
import { dashboardWords as words } from './words.ts';

/** Posters that are drawn in one go: a person with hundreds sees the first ones no later than one with a few. */
const AT_ONCE = 12;

type DashboardProps = {
  /** Undefined while they are loading. */
  projects: readonly Project[] | undefined;
  onNewProject: () => void;
  /** The way to the sample project, offered while there is nothing else. */
  sample: ReactNode;
  onDelete: (project: Project) => void;
};

/** A wall of posters: the person's projects, newest first. */
export function Dashboard({ projects, onNewProject, sample, onDelete }: DashboardProps) {
  return (
    <div className={styles['page']}>
      <Heading as="h1" size="6">
        {words.title}
      </Heading>
      <p className={styles['subtitle']}>{words.subtitle}</p>
      <Wall projects={projects} onNewProject={onNewProject} sample={sample} onDelete={onDelete} />
    </div>
  );
}

function Wall({ projects, onNewProject, sample, onDelete }: DashboardProps) {
  if (projects === undefined) return <LoadingWall className={styles['grid'] ?? ''} label={words.loading} count={3} />;
  if (projects.length === 0) {
    return (
      <PageMessage {...words.empty}>
        <Button size="3" onClick={onNewProject}>
          {words.createFirst}
        </Button>
        {sample}
      </PageMessage>
    );
  }
  return (
    <ul className={styles['grid']}>
      <li>
        <NewProjectTile onChoose={onNewProject} />
      </li>
      {Array.from({ length: Math.ceil(projects.length / AT_ONCE) }, (_, place) => (
        <Cards
          key={place}
          place={place}
          projects={projects.slice(place * AT_ONCE, (place + 1) * AT_ONCE)}
          onDelete={onDelete}
        />
      ))}
    </ul>
  );
}

type CardsProps = Pick<DashboardProps, 'onDelete'> & { place: number; projects: readonly Project[] };

/** Some of the wall's posters; until they are drawn, the room that they will take. */
function Cards({ place, projects, onDelete }: CardsProps) {
  const isDrawn = useTurn(place);
  return projects.map((project) => (
    <li key={project.id}>
      {isDrawn ? (
        <ProjectCard project={project} onDelete={() => onDelete(project)} />
      ) : (
        <div className={styles['waiting']} />
      )}
    </li>
  ));
}
