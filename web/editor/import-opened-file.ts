/** Makes the opened .storyreel file a project of the person: a new one, or what an existing one is to be again. */
import { changeSchema, type Change } from '#data/change.ts';
import type { StoryreelDb } from '#data/db.ts';
import { EMPTY_DOCUMENT } from '#data/document/document.ts';
import { applyChange } from '#data/document/apply-change.ts';
import { restorableTakes } from '#data/document/takes.ts';
import { documentTables } from '#data/tables/documents.ts';
import { forgetOpenedFile, NOBODY, type OpenedFileRow } from '#data/tables/opened-file.ts';
import type { CreateProjectRequest } from '#shared/api/projects.ts';
import type { OwnClip, OwnFile, OwnFileKind } from '#shared/entities/own-file.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { limits } from '#shared/limits.ts';
import { picturesOf } from '#shared/rules/pictures-of-scene.ts';
import { playedSegment } from '#shared/rules/segments.ts';
import type { StoryreelDocument } from '#shared/storyreel-file/document.ts';
import { StoryreelFileError } from '#shared/storyreel-file/refusal.ts';
import { fileWords } from '#shared/storyreel-file/words.ts';
import { charactersOf, portraitsOf, unseenOf } from './commands/add-characters.ts';
import { needsOwnFile, restoreSteps, type RestoreMeans } from './commands/restore-document.ts';
import { commit } from './commit.ts';
import type { CommitDeps } from './enact.ts';
import { kept } from './read-again.ts';
import { openDocument } from './open-document.ts';
import type { CommandPlan } from './plan.ts';
import { editWords } from './words.ts';

export type ImportDeps = CommitDeps & {
  /** Makes a file of the clip store the person's own; null for one that isn't here or can't be used. */
  takeIn(sha256: string, name: string, kind: OwnFileKind): Promise<OwnFile | null>;
};

/** `lost`: numbers of scenes whose clips are missing, as the file counts them. `silent`: pieces of music and voices whose files are missing. `unseen`: characters whose pictures are. */
export type ImportedProject = { projectId: string; lost: number[]; silent: number; unseen: number };

type Options = { onProgress?: (share: number) => void; signal?: AbortSignal };
type Wanted = { sha256: string; name: string; kind: OwnFileKind };

/**
 * Into a project of its own. It has the id that the opened file was given, so that importing it twice makes one project.
 * @throws StoryreelFileError, AbortError, the database's error
 */
export async function importAsProject(
  deps: ImportDeps,
  userId: string,
  { id: projectId, document }: OpenedFileRow,
  options: Options = {},
): Promise<ImportedProject> {
  const { db } = deps;
  if ((await db.projects.get(projectId))?.userId === userId) {
    await forgetOpenedFile(db);
    return { projectId, lost: [], silent: 0, unseen: 0 };
  }
  const { plan, ...missing } = await planProjectOf(deps, { userId, projectId, document }, options);
  const edit = (now: CommitDeps) =>
    db.transaction('rw', [...documentTables(db), db.meta, db.exports], async () => {
      // Another tab may have been faster.
      if (await db.projects.get(projectId)) return new Map<string, number>();
      const written = await commit(plan, now);
      // What was exported of it before signing in is the person's.
      await db.exports
        .where('projectId')
        .equals(projectId)
        .filter((row) => row.userId === NOBODY)
        .modify({ userId });
      await forgetOpenedFile(db);
      return written;
    });
  await kept(deps, edit);
  const { lost, silent, unseen } = missing;
  return { projectId, lost, silent, unseen };
}

type Document = Pick<StoryreelDocument, 'project' | 'scenes'>;

type PlannedProject = Omit<ImportedProject, 'projectId'> & {
  plan: CommandPlan;
  /** What scenes of the document are called in the project. */
  sceneIds: ReadonlyMap<string, string>;
};

/**
 * What makes a project of a document, with the files of it that are on this device.
 * @throws StoryreelFileError, AbortError
 */
export async function planProjectOf(
  deps: ImportDeps,
  { userId, projectId, document }: { userId: string; projectId: string; document: Document },
  options: Options = {},
): Promise<PlannedProject> {
  const { device } = deps;
  requireRoom(document.scenes);
  const wanted = [...wantedOf(document.project, document.scenes), ...portraitsOf(document.project)];
  const own = await takeIn(deps, wanted, options);
  const audio = document.project.audio.filter(({ mediaId }) => own.has(mediaId));
  const now = device.now();
  const body = { ...ideaOf(document.project), id: projectId };
  // Characters come first: they go into the prompts of scenes.
  const created: Change[] = [{ kind: 'create-project', userId, body, at: now }, ...charactersOf(document.project, own)];
  // Scenes get ids of their own: the project that the file came from may be this very person's.
  const ids = new Map(document.scenes.map(({ id }) => [id, device.newId()]));
  const scenes = document.scenes.map((scene) => renamedScene(scene, ids));
  const means: RestoreMeans = { takes: new Map(), clips: clipsOf(own), newId: device.newId, now };
  const steps = restoreSteps(
    created.reduce(applyChange, EMPTY_DOCUMENT),
    { project: { ...document.project, audio }, scenes },
    means,
  );
  const label = editWords.createProject(document.project);
  const plan = { userId, projectId, label, changes: parsed([...created, ...steps.changes]), inverse: null };
  const sceneIds = new Map([...ids].map(([was, id]) => [was, steps.sceneIds.get(id) ?? id]));
  const silent = document.project.audio.length - audio.length;
  return { plan, lost: steps.lost, silent, unseen: unseenOf(document.project, created), sceneIds };
}

/**
 * Over the project that it came from. That is one edit, which Undo takes back.
 * @throws StoryreelFileError, AppError `not_found`, AbortError, the database's error
 */
export async function importOverProject(
  deps: ImportDeps,
  { document }: OpenedFileRow,
  options: Options = {},
): Promise<ImportedProject> {
  const { db, device } = deps;
  requireRoom(document.scenes);
  const projectId = document.project.id;
  const present = await openDocument(db, projectId);
  const rows = [...present.scenes, ...present.tombstones.flatMap((tombstone) => tombstone.rows)];
  const remembered = await takesOf(db, projectId, present.scenes, device.now());
  const inFile = new Set(document.files.map(({ sha256 }) => sha256));
  const isWanted = (scene: Scene): boolean => {
    const here = rows.find(({ id }) => id === scene.id);
    const played = playedSegment(scene, document.scenes);
    return here === undefined || needsOwnFile(here, rows, played, { takes: remembered, clips: inFile });
  };
  const known = new Set(present.project.audio.map(({ mediaId }) => mediaId));
  const audio = document.project.audio.filter(({ mediaId }) => !known.has(mediaId));
  const own = await takeIn(deps, wantedOf({ audio }, document.scenes, isWanted), options);
  const isHeard = ({ mediaId }: { mediaId: string }): boolean => known.has(mediaId) || own.has(mediaId);
  const wanted = {
    project: { ...document.project, audio: document.project.audio.filter(isHeard) },
    scenes: document.scenes,
  };
  let lost: number[] = [];
  const edit = (room: CommitDeps) =>
    db.transaction('rw', [...documentTables(db), db.meta], async () => {
      const current = await openDocument(db, projectId);
      const now = device.now();
      const takes = await takesOf(db, projectId, current.scenes, now);
      const steps = restoreSteps(current, wanted, { takes, clips: clipsOf(own), newId: device.newId, now });
      ({ lost } = steps);
      const written = await commit(
        {
          userId: current.project.userId,
          projectId,
          label: editWords.replaceByFile,
          changes: parsed(steps.changes),
          inverse: steps.changes.length === 0 ? null : steps.inverse,
          keeps: 'file',
        },
        room,
      );
      await forgetOpenedFile(db);
      return written;
    });
  await kept(deps, edit);
  return { projectId, lost, silent: document.project.audio.length - wanted.project.audio.length, unseen: 0 };
}

async function takesOf(
  db: StoryreelDb,
  projectId: string,
  scenes: readonly Scene[],
  nowMs: number,
): Promise<RestoreMeans['takes']> {
  const base = await db.bases.get(projectId);
  return restorableTakes({ scenes: [...scenes], ...(base?.takes && { takes: base.takes }) }, nowMs);
}

/** A file may say what no person could have typed here: the server would refuse it, change by change. */
function parsed(changes: readonly Change[]): Change[] {
  return changes.map((change) => {
    const { success, data, error } = changeSchema.safeParse(change);
    if (success) return data;
    throw new StoryreelFileError(fileWords.wrongDocument({ path: error.issues[0]?.path.join('.') ?? change.kind }));
  });
}

function requireRoom(scenes: readonly Scene[]): void {
  if (scenes.filter(({ isExtension }) => !isExtension).length > limits.scenesPerProject)
    throw new StoryreelFileError(fileWords.tooManyScenes({ limit: limits.scenesPerProject }));
}

async function takeIn(
  deps: ImportDeps,
  wanted: readonly Wanted[],
  { onProgress, signal }: Options,
): Promise<Map<string, OwnFile>> {
  const own = new Map<string, OwnFile>();
  let done = 0;
  for (const { sha256, name, kind } of wanted) {
    signal?.throwIfAborted();
    const file = await deps.takeIn(sha256, name, kind);
    if (file !== null) own.set(sha256, file);
    done += 1;
    onProgress?.(done / wanted.length);
  }
  return own;
}

function wantedOf(
  { audio }: Pick<Project, 'audio'>,
  scenes: readonly Scene[],
  isWanted: (scene: Scene) => boolean = () => true,
): Wanted[] {
  const wanted = new Map<string, Wanted>();
  for (const scene of scenes.filter((row) => !row.isExtension && isWanted(row))) {
    const { sha256 } = playedSegment(scene, scenes);
    if (sha256 !== null) wanted.set(sha256, { sha256, name: scene.title, kind: 'clip' });
  }
  for (const { mediaId, name, takes } of audio)
    for (const sound of [{ mediaId, name }, ...takes])
      wanted.set(sound.mediaId, { sha256: sound.mediaId, name: sound.name, kind: 'sound' });
  for (const row of scenes.filter(isWanted))
    for (const picture of picturesOf(row)) wanted.set(picture, { sha256: picture, name: row.title, kind: 'picture' });
  return [...wanted.values()];
}

function clipsOf(own: ReadonlyMap<string, OwnFile>): Map<string, OwnClip> {
  const clips = new Map<string, OwnClip>();
  for (const [id, file] of own) {
    if (file.kind !== 'clip') continue;
    const { sha256, sizeBytes, facts } = file;
    clips.set(id, { sha256, sizeBytes, facts });
  }
  return clips;
}

/** A scene that isn't listed keeps its id. */
export function renamedScene(scene: Scene, ids: ReadonlyMap<string, string>): Scene {
  const { id, parentSceneId } = scene;
  const parent = parentSceneId === null ? null : (ids.get(parentSceneId) ?? parentSceneId);
  return { ...scene, id: ids.get(id) ?? id, parentSceneId: parent };
}

/** What a project is made with, within what can be chosen today. */
function ideaOf({
  title,
  description,
  targetLength,
  genres,
  model,
  aspectRatio,
}: StoryreelDocument['project']): CreateProjectRequest {
  const { targetLengthMinSeconds: least, targetLengthMaxSeconds: most, targetLengthStepSeconds: step } = limits;
  return {
    ...{ title, description, model, aspectRatio },
    targetLength: Math.min(most, Math.max(least, Math.round(targetLength / step) * step)),
    genres: genres.length === 0 ? ['drama'] : [...new Set(genres)],
  };
}
