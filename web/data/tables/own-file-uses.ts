/** A person's own files with the projects that play them. */
import { picturesOf } from '#shared/rules/pictures-of-scene.ts';
import type { StoryreelDb } from '../db.ts';
import type { OwnFileRow } from './rows.ts';

/** `projects`: titles of those that play it, or would again when a deleted scene or an earlier take is restored. */
export type OwnFileUse = OwnFileRow & { projects: string[] };

/** The newest first. */
export async function readOwnFileUses(db: StoryreelDb, userId: string): Promise<OwnFileUse[]> {
  const [rows, projects, bases] = await Promise.all([
    db.ownFiles.where('userId').equals(userId).toArray(),
    db.projects.where('userId').equals(userId).toArray(),
    db.bases.where('userId').equals(userId).toArray(),
  ]);
  const ids = projects.map(({ id }) => id);
  const [scenes, tombstones] = await Promise.all([
    db.scenes.where('projectId').anyOf(ids).toArray(),
    db.tombstones.where('projectId').anyOf(ids).toArray(),
  ]);
  const played = new Map(
    projects.map(({ id, audio }) => {
      const takes = bases.find(({ projectId }) => projectId === id)?.takes ?? [];
      const ofProject = <T extends { projectId: string }>(all: T[]): T[] => all.filter((one) => one.projectId === id);
      const clips = [
        ...ofProject(scenes),
        ...ofProject(tombstones).flatMap((tombstone) => tombstone.rows),
        ...takes.flatMap(({ scene, extensions }) => [scene, ...extensions]),
      ].flatMap((row) => [row.sha256, ...picturesOf(row)]);
      const sounds = audio.flatMap(({ mediaId, takes: others }) => [mediaId, ...others.map((take) => take.mediaId)]);
      return [id, new Set([...clips, ...sounds])];
    }),
  );
  const titlesOf = (sha256: string): string[] =>
    projects.filter(({ id }) => played.get(id)?.has(sha256) === true).map(({ title }) => title);
  return rows
    .map((row) => ({ ...row, projects: titlesOf(row.sha256) }))
    .toSorted((a, b) => b.file.createdAt - a.file.createdAt || (a.sha256 < b.sha256 ? -1 : 1));
}
