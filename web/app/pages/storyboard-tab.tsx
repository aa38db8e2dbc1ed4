import { moveScene } from '#features/scene-board/scene-edits.ts';
import { Storyboard } from '#features/storyboard/storyboard.tsx';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';

type StoryboardTabProps = { project: Project; scenes: readonly Scene[] };

/** The storyboard, whose order is the movie's own. */
export function StoryboardTab({ project, scenes }: StoryboardTabProps) {
  return <Storyboard project={project} scenes={scenes} onMove={(from, to) => moveScene(project.id, from, to)} />;
}
