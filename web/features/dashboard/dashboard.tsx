import { Button, Heading } from '@radix-ui/themes';
import type { Project } from '#shared/entities/project.ts';
import { PageMessage } from '#ui/page-message.tsx';
import { Shimmer } from '#ui/shimmer.tsx';
import styles from './dashboard.module.css';
import { NewProjectTile } from './new-project-tile.tsx';
import { ProjectCard } from './project-card.tsx';

type DashboardProps = {
  /** Undefined while they are being read. */
  projects: readonly Project[] | undefined;
  onNewProject: () => void;
  onDelete: (project: Project) => void;
};

/** A wall of posters: every project of the person, the newest first. */
export function Dashboard({ projects, onNewProject, onDelete }: DashboardProps) {
  return (
    <div className={styles['page']}>
      <Heading as="h1" size="6">
        My Projects
      </Heading>
      <p className={styles['subtitle']}>Create AI-powered videos from text descriptions</p>
      <Wall projects={projects} onNewProject={onNewProject} onDelete={onDelete} />
    </div>
  );
}

function Wall({ projects, onNewProject, onDelete }: DashboardProps) {
  if (projects === undefined) return <LoadingWall />;
  if (projects.length === 0) {
    return (
      <PageMessage title="No projects yet" text="Write down a movie idea. One sentence is enough to begin.">
        <Button size="3" onClick={onNewProject}>
          Create Your First Project
        </Button>
      </PageMessage>
    );
  }
  return (
    <ul className={styles['grid']}>
      <li>
        <NewProjectTile onChoose={onNewProject} />
      </li>
      {projects.map((project) => (
        <li key={project.id}>
          <ProjectCard project={project} onDelete={() => onDelete(project)} />
        </li>
      ))}
    </ul>
  );
}

function LoadingWall() {
  return (
    <output className={styles['grid']} aria-label="Loading projects">
      {[1, 2, 3].map((place) => (
        <div key={place}>
          <Shimmer className={styles['pictureShimmer'] ?? ''} />
          <Shimmer className={styles['titleShimmer'] ?? ''} />
          <Shimmer className={styles['textShimmer'] ?? ''} />
        </div>
      ))}
    </output>
  );
}
