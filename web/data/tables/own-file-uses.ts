/** A person's own files with the projects that play them. */
import type { StoryreelDb } from '../db.ts';
import { filesOfScenes, hashesIn, soundsOf } from '../document/files-of-movie.ts';
import type { OwnFileRow } from './rows.ts';

/**
 * `projects`: titles of those that play it, or would again when a deleted scene or an earlier take is restored, an edit is
 * undone or redone, or a change that the server doesn't have yet is sent.
 */
export type OwnFileUse = OwnFileRow & { projects: string[] };

/** The newest first. */
export async function readOwnFileUses(db: StoryreelDb, userId: string): Promise<OwnFileUse[]> {
  const [rows, projects, bases] = await Promise.all([
    db.ownFiles.where('userId').equals(userId).toArray(),
    db.projects.where('userId').equals(userId).toArray(),
    db.bases.where('userId').equals(userId).toArray(),
  ]);
  const ids = projects.map(({ id }) => id);
  const [scenes, tombstones, steps, unsent] = await Promise.all([
    db.scenes.where('projectId').anyOf(ids).toArray(),
    db.tombstones.where('projectId').anyOf(ids).toArray(),
    db.history.where('projectId').anyOf(ids).toArray(),
    db.outbox.where('projectId').anyOf(ids).toArray(),
  ]);
  const played = new Map(
    projects.map(({ id, audio }) => {
      const takes = bases.find(({ projectId }) => projectId === id)?.takes ?? [];
      const ofProject = <T extends { projectId: string }>(all: T[]): T[] => all.filter((one) => one.projectId === id);
      const clips = filesOfScenes([
        ...ofProject(scenes),
        ...ofProject(tombstones).flatMap((tombstone) => tombstone.rows),
        ...takes.flatMap(({ scene, extensions }) => [scene, ...extensions]),
      ]);
      const edits = [
        ...ofProject(steps).map(({ changes, inverse }) => [changes, inverse]),
        ...ofProject(unsent).map(({ change }) => change),
      ];
      return [id, new Set([...clips, ...soundsOf(audio), ...hashesIn(edits)])];
    }),
  );
  const titlesOf = (sha256: string): string[] =>
    projects.filter(({ id }) => played.get(id)?.has(sha256) === true).map(({ title }) => title);
  return rows
    .map((row) => ({ ...row, projects: titlesOf(row.sha256) }))
    .toSorted((a, b) => b.file.createdAt - a.file.createdAt || (a.sha256 < b.sha256 ? -1 : 1));
}
