/** Own files that a project's movie plays and that the server doesn't have. */
import type { StoryreelDb } from '../db.ts';
import type { OwnFileRow } from './rows.ts';

export type ProjectUploads = {
  /** On their way, the oldest first. */
  waiting: OwnFileRow[];
  /** The server won't take them, as their sentences say. */
  refused: OwnFileRow[];
};

export async function readProjectUploads(db: StoryreelDb, projectId: string): Promise<ProjectUploads> {
  const project = await db.projects.get(projectId);
  if (project === undefined) return { waiting: [], refused: [] };
  const scenes = await db.scenes.where('projectId').equals(projectId).toArray();
  const played = new Set([...scenes.map(({ sha256 }) => sha256), ...project.audio.map(({ mediaId }) => mediaId)]);
  const own = await db.ownFiles.where('userId').equals(project.userId).toArray();
  const rows = own
    .filter(({ sha256 }) => played.has(sha256))
    .toSorted((a, b) => a.file.createdAt - b.file.createdAt || (a.sha256 < b.sha256 ? -1 : 1));
  return {
    waiting: rows.filter(({ state }) => state === 'waiting'),
    refused: rows.filter(({ state }) => state === 'refused'),
  };
}

/** How much of these files the server has, and how much they are, in bytes. */
export function uploadedBytes(rows: readonly OwnFileRow[]): { sentBytes: number; allBytes: number } {
  return {
    sentBytes: rows.reduce((sum, { sentBytes }) => sum + sentBytes, 0),
    allBytes: rows.reduce((sum, { file }) => sum + file.sizeBytes, 0),
  };
}

/** How many files are still to come, and how much of them; null for none. */
export function leftOf(rows: readonly OwnFileRow[]): { count: number; leftBytes: number } | null {
  const { sentBytes, allBytes } = uploadedBytes(rows);
  return rows.length === 0 ? null : { count: rows.length, leftBytes: allBytes - sentBytes };
}
