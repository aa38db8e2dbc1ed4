/** What people do with versions of a project: keep what it is now, and make it again what it was. */
import type { ProjectDocument } from '#data/document/document.ts';
import { restorableTakes } from '#data/document/takes.ts';
import { documentTables, readDocument } from '#data/tables/documents.ts';
import type { BaseRow, VersionRow } from '#data/tables/rows.ts';
import { keepVersion } from '#data/tables/versions.ts';
import { AppError } from '#shared/errors.ts';
import type { OwnClip } from '#shared/entities/own-file.ts';
import type { VersionReason } from '#shared/entities/version.ts';
import { limits } from '#shared/limits.ts';
import { restoreSteps, type RestoreSteps } from './commands/restore-document.ts';
import { commit } from './commit.ts';
import { pageDeps, type CommitDeps } from './enact.ts';
import { openDocument } from './open-document.ts';
import { keptAs, keptRow } from './read-again.ts';
import { editWords, refusedEditWords } from './words.ts';

/** @throws (all of them) AppError, or the database's error */
export function createVersionActions(deps: CommitDeps) {
  const { db, device } = deps;
  const keep = (projectId: string, reason: VersionReason, name: string | null, id = device.newId()): Promise<void> =>
    db.transaction('rw', documentTables(db), async () => {
      const document = await readDocument(db, projectId);
      await keepVersion(db, document, { id, at: device.now(), reason, name });
    });
  return {
    /** Keeps what the project is now under a name. */
    async nameVersion(projectId: string, name: string): Promise<void> {
      const called = name.trim();
      if (called === '' || called.length > limits.titleLength)
        throw new AppError('invalid_input', refusedEditWords.versionName);
      const id = device.newId();
      await keptRow(keep(projectId, 'named', called, id), async () => (await db.versions.get(id)) !== undefined);
    },
    keepBeforeGenerating: (projectId: string) => keep(projectId, 'generate', null),
    /** Numbers of the scenes whose clips would not come back. */
    lostClips: (versionId: string): Promise<number[]> =>
      db.transaction('r', [...documentTables(db), db.ownFiles], async () => (await stepsTo(deps, versionId)).lost),
    /**
     * One edit, before which the present version is kept. Answers the numbers of scenes whose clips are gone.
     * @param name what the version is called in a sentence
     */
    restoreVersion(versionId: string, name: string): Promise<number[]> {
      const edit = (now: CommitDeps) =>
        db.transaction('rw', [...documentTables(db), db.ownFiles], async () => {
          const { version, base, changes, inverse, lost } = await stepsTo(deps, versionId);
          const { projectId, userId } = version;
          if (base !== null) await db.bases.put(base);
          const label = editWords.restoreVersion({ name });
          const undone = changes.length === 0 ? null : inverse;
          const plan = { userId, projectId, label, changes, inverse: undone, keeps: 'restore' } as const;
          return { written: await commit(plan, now), result: lost };
        });
      return keptAs(deps, edit);
    },
  };
}

/** The actions of this page. */
export const versionActions = createVersionActions(pageDeps);

type Restoring = RestoreSteps & { version: VersionRow; base: BaseRow | null };

/** Part of a transaction of the caller. `base` knows of all deleted scenes that the version has. */
async function stepsTo(deps: CommitDeps, versionId: string): Promise<Restoring> {
  const { db, device } = deps;
  const version = await db.versions.get(versionId);
  if (!version) throw new AppError('not_found', refusedEditWords.noVersion);
  const document = await openDocument(db, version.projectId);
  const known = (await db.bases.get(version.projectId)) ?? null;
  const now = device.now();
  const deleted = deletedElsewhere(version, document, now);
  const base = known && { ...known, tombstones: [...known.tombstones, ...deleted] };
  const present = { ...document, tombstones: [...document.tombstones, ...deleted] };
  const takes = restorableTakes({ scenes: document.scenes, ...(base?.takes && { takes: base.takes }) }, now);
  const clips = await ownClips(deps, version);
  return { version, base, ...restoreSteps(present, version, { takes, clips, newId: device.newId, now }) };
}

/**
 * Scenes of another device's version that this one never saw deleted. The server keeps deleted scenes for as long as
 * versions, so it still has them.
 */
function deletedElsewhere(
  { device, scenes }: VersionRow,
  present: ProjectDocument,
  deletedAt: number,
): ProjectDocument['tombstones'] {
  if (device === null) return [];
  const isHere = new Set([...present.scenes.map(({ id }) => id), ...present.tombstones.map(({ sceneId }) => sceneId)]);
  return scenes
    .filter(({ id, isExtension }) => !isExtension && !isHere.has(id))
    .map(({ id: sceneId }) => ({
      sceneId,
      rows: scenes.filter(({ id, parentSceneId }) => id === sceneId || parentSceneId === sceneId),
      deletedAt,
    }));
}

/** Own files that scenes of a version played, as far as they are still there. */
async function ownClips({ db }: CommitDeps, { userId, scenes }: VersionRow): Promise<Map<string, OwnClip>> {
  const hashes = new Set(scenes.map(({ sha256 }) => sha256));
  const rows = await db.ownFiles.where('userId').equals(userId).toArray();
  const clips = new Map<string, OwnClip>();
  for (const { file, state } of rows) {
    if (file.kind !== 'clip' || state === 'refused' || !hashes.has(file.sha256)) continue;
    const { sha256, sizeBytes, facts } = file;
    clips.set(sha256, { sha256, sizeBytes, facts });
  }
  return clips;
}
