import type { ProjectRecord } from '#edge-api/repos/projects.ts';

/** What a person says of a project when it is made. */
type ProjectIdea = Pick<ProjectRecord, 'title' | 'description' | 'targetLength' | 'genres' | 'model' | 'aspectRatio'>;

/** A project that has just been made: private, without scenes, people, or music. */
export function newProjectRecord(
  idea: ProjectIdea,
  { id, userId, nowMs }: { id: string; userId: string; nowMs: number },
): ProjectRecord {
  return {
    ...idea,
    id,
    userId,
    isPublic: false,
    isIndexable: false,
    characterReferences: [],
    breakdownStatus: null,
    breakdownError: null,
    audio: [],
    levelling: false,
    version: 1,
    createdAt: nowMs,
    updatedAt: nowMs,
  };
}
