import { Heading, Tabs } from '@radix-ui/themes';
import { useState, type ReactNode } from 'react';
import type { PublicProject, PublicScene } from '#shared/api/showcase.ts';
import { formatDuration } from '#shared/words/format.ts';
import { sceneCountText } from '#widgets/words.ts';
import { Author } from './author.tsx';
import { PublicScenes } from './public-scenes.tsx';
import styles from './public-project-view.module.css';
import { showcaseWords as words } from './words.ts';

type PublicProjectViewProps = {
  project: PublicProject;
  scenes: readonly PublicScene[];
  /** What this visitor can do with it; null for most. */
  action: ReactNode;
  /** Plays the movie; null while there is nothing to play. */
  movie: ReactNode;
  /** Its scenes in a strip; null like the movie. */
  timeline: ReactNode;
};

/** A public movie, read-only. */
export function PublicProjectView({ project, scenes, action, movie, timeline }: PublicProjectViewProps) {
  const [tab, setTab] = useState('scenes');
  const isPlayable = timeline !== null;
  return (
    <>
      {movie}
      <header className={styles['head']}>
        <div className={styles['words']}>
          <Heading as="h1" size={{ initial: '6', sm: '8' }}>
            {project.title}
          </Heading>
          <div className={`${styles['facts']} numbers`}>
            <ul>
              <li>
                <Author author={project.user} />
              </li>
              <li>{sceneCountText(project.sceneCount)}</li>
              <li>{formatDuration(project.totalDuration)}</li>
              <li>{project.genre}</li>
            </ul>
          </div>
          <p className={styles['description']}>{project.description}</p>
        </div>
        {action}
      </header>
      <Tabs.Root value={isPlayable ? tab : 'scenes'} onValueChange={setTab}>
        <Tabs.List color="gray" className={styles['tabs'] ?? ''}>
          <Tabs.Trigger value="scenes">{words.tabs.scenes}</Tabs.Trigger>
          <Tabs.Trigger value="timeline" disabled={!isPlayable}>
            {words.tabs.timeline}
          </Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="scenes" tabIndex={-1}>
          <PublicScenes scenes={scenes} isUpright={project.aspectRatio === '9:16'} />
        </Tabs.Content>
        <Tabs.Content value="timeline" tabIndex={-1}>
          {timeline}
        </Tabs.Content>
      </Tabs.Root>
    </>
  );
}
