/** What a person loses with a project, one line each. Pure. */
import type { ExportRow } from '#data/tables/rows.ts';
import type { Project } from '#shared/entities/project.ts';
import { deleteProjectWords as words } from './words.ts';

type Facts = Pick<Project, 'id' | 'sceneCount' | 'characterReferences' | 'status' | 'isPublic'>;

/** @param exports of every project; the ones of this project on this device are deleted too */
export function deletionLosses(project: Facts, exports: readonly Pick<ExportRow, 'projectId' | 'keptIn'>[]): string[] {
  const { id, sceneCount, characterReferences, status, isPublic } = project;
  const here = exports.filter(({ projectId, keptIn }) => projectId === id && keptIn !== 'chosen-file').length;
  return [
    words.concept,
    ...(sceneCount === 0 ? [] : [words.scenes({ count: sceneCount })]),
    ...(characterReferences.length === 0 ? [] : [words.characters]),
    ...(here === 0 ? [] : [words.exports({ count: here })]),
    ...(isPublic ? [words.publicPage] : []),
    ...(status === 'generating' ? [words.generating] : []),
  ];
}
