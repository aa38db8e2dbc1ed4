import type { PatchProjectRequest } from '#shared/api/projects.ts';
import type { Project } from '#shared/entities/project.ts';
import type { CommandPlan } from '../plan.ts';
import { editWords } from '../words.ts';

/** Who may see a project. Undo doesn’t cover it: nobody should publish by pressing Undo once too often. */
export function setVisibility(project: Project, isPublic: boolean): CommandPlan {
  const label = isPublic ? editWords.makePublic : editWords.makePrivate;
  return withoutInverse(project, label, project.isPublic === isPublic ? null : { isPublic });
}

/** Whether search engines may list a public project. Undo doesn’t cover this part of its visibility either. */
export function setIndexable(project: Project, isIndexable: boolean): CommandPlan {
  const label = isIndexable ? editWords.letEnginesList : editWords.hideFromEngines;
  return withoutInverse(project, label, project.isIndexable === isIndexable ? null : { isIndexable });
}

function withoutInverse(project: Project, label: string, patch: PatchProjectRequest | null): CommandPlan {
  return {
    userId: project.userId,
    projectId: project.id,
    label,
    changes: patch === null ? [] : [{ kind: 'patch-project', patch }],
    inverse: null,
  };
}
