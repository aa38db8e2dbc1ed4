import { Button, Heading } from '@radix-ui/themes';
import type { ReactNode } from 'react';
import { useMissingProjects } from '#data/live.ts';
import type { Project } from '#shared/entities/project.ts';
import { PageMessage } from '#ui/page-message.tsx';
import { LoadingWall } from '#widgets/loading-wall.tsx';
import styles from './dashboard.module.css';
import { NewProjectTile } from './new-project-tile.tsx';
import { ProjectCard } from './project-card.tsx';
import { useTurns } from './use-turns.ts';
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
  const missing = useMissingProjects();
  const drawn = useTurns(projects?.length ?? 0, AT_ONCE);
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
    <ul className={styles['grid']} aria-busy={drawn < projects.length}>
      <li>
        <NewProjectTile onChoose={onNewProject} />
      </li>
      {projects.map((project, place) => (
        <li key={project.id}>
          {place < drawn ? (
            <ProjectCard project={project} isOnlyHere={missing?.includes(project.id) === true} onDelete={onDelete} />
          ) : (
            <div className={styles['waiting']} />
          )}
        </li>
      ))}
    </ul>
  );
}
