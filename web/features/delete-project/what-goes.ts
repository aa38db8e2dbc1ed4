/** What a person loses with a project, each in a line. Pure. */
import type { ExportRow } from '#data/tables/rows.ts';
import type { Project } from '#shared/entities/project.ts';
import { sceneCountText } from '#widgets/scene-groups.ts';

type Facts = Pick<Project, 'id' | 'sceneCount' | 'characterReferences' | 'status' | 'isPublic'>;

/** @param exports of every project; those that lie on this device for this one go with it */
export function whatGoes(project: Facts, exports: readonly Pick<ExportRow, 'projectId' | 'keptIn'>[]): string[] {
  const { id, sceneCount, characterReferences, status, isPublic } = project;
  const here = exports.filter(({ projectId, keptIn }) => projectId === id && keptIn !== 'chosen-file').length;
  return [
    'The movie concept',
    ...(sceneCount === 0 ? [] : [`${sceneCountText(sceneCount)} with their clips, trims and texts`]),
    ...(characterReferences.length === 0 ? [] : ['The character references']),
    ...(here === 0 ? [] : [`${here} ${here === 1 ? 'exported movie' : 'exported movies'} kept in this browser`]),
    ...(isPublic ? ['Its page in the Showcase'] : []),
    ...(status === 'generating' ? ['What is being generated now; what the model has begun may still be charged'] : []),
  ];
}
