/** Own files on their way to the server, for the screen. */
import { useLiveQuery } from './use-live-query.ts';
import { db, type StoryreelDb } from './db.ts';
import { readUploadsPaused } from './tables/uploads-paused.ts';
import { readProjectUploads, type ProjectUploads } from './tables/project-uploads.ts';

/** Whether the server has a project as public; undefined while that is read. */
export function useIsPublicThere(projectId: string): boolean | undefined {
  return useLiveQuery(async () => (await db.bases.get(projectId))?.project?.isPublic === true, [projectId]);
}

/** Of one project; undefined while they are read. */
export function useProjectUploads(projectId: string): ProjectUploads | undefined {
  return useLiveQuery(() => readProjectUploads(db, projectId), [projectId]);
}

/** Whether the person has paused uploads on this device. */
export function useUploadsPaused(): boolean {
  return useLiveQuery(() => readUploadsPaused(db), []) ?? false;
}

/** For parts that load late: they bring what they read with. Undefined until it is read first. */
export function useLive<T>(read: (from: StoryreelDb) => Promise<T>, inputs: readonly string[]): T | undefined {
  return useLiveQuery(() => read(db), inputs);
}
