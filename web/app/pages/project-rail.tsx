import { CharactersCard } from '#features/characters/characters-card.tsx';
import { ConceptCard } from '#features/concept/concept-card.tsx';
import { ConceptProgress } from '#features/concept/concept-progress.tsx';
import { ProjectSpending } from '#features/spending/project-spending.tsx';
import { VisibilityCard } from '#features/visibility/visibility-card.tsx';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { DEMO_STUDIO_KEY, type User } from '#shared/entities/user.ts';

type ProjectRailProps = { user: User; project: Project; scenes: readonly Scene[] };

/** What belongs to the project as a whole. Its page is its owner's alone, so everything here is the owner's. */
export function ProjectRail({ user, project, scenes }: ProjectRailProps) {
  const isDemo = user.geminiApiKey === DEMO_STUDIO_KEY;
  return (
    <>
      <ConceptCard project={project} scenes={scenes} />
      <ConceptProgress scenes={scenes} />
      {/* The demo studio charges nothing. */}
      {isDemo ? null : <ProjectSpending project={project} scenes={scenes} />}
      <VisibilityCard project={project} />
      {scenes.length > 0 ? <CharactersCard project={project} isDemo={isDemo} /> : null}
    </>
  );
}
