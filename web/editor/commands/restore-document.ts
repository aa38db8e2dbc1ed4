/**
 * Makes a project what it was: from a version that was kept, or from a file. Every step is an edit like any other, so
 * that it is synced, merged, and undone the way those are. Clips aren't part of a document: one that neither a take
 * nor an own file has any more is told of, and its scene keeps what it has.
 */
import type { Change } from '#data/change.ts';
import { applyChange, sceneIds } from '#data/document/apply-change.ts';
import type { ProjectDocument } from '#data/document/document.ts';
import type { Take } from '#data/tables/rows.ts';
import type { PatchProjectRequest } from '#shared/api/projects.ts';
import type { PatchSceneRequest } from '#shared/api/scenes.ts';
import { modelRow } from '#shared/catalogue/models.ts';
import type { WrittenCharacter } from '#shared/entities/history.ts';
import type { AudioEdit, MovieAudio } from '#shared/entities/movie-audio.ts';
import type { OwnClip } from '#shared/entities/own-file.ts';
import type { Project } from '#shared/entities/project.ts';
import { sceneClipSchema, type Scene } from '#shared/entities/scene.ts';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';
import { limits } from '#shared/limits.ts';
import { nearestLength } from '#shared/rules/reserved-cost.ts';
import { extensionsOf, playedSegment } from '#shared/rules/segments.ts';
import { sameValue } from '#shared/rules/same-value.ts';
import { withTextIds, type TextChange } from '#shared/rules/text-changes.ts';
import { withoutClosedChoices } from '../open-clip.ts';
import { editWords } from '../words.ts';
import { changedFields } from './changed-fields.ts';
import { characterSteps } from './restore-characters.ts';
import { listSteps } from './list-steps.ts';

/** What a project is to be. Its visibility and pictures of characters stay as they are; so do all characters without a list. */
export type RestoredDocument = {
  project: Pick<Project, 'title' | 'description' | 'model' | 'levelling' | 'audio'>;
  scenes: readonly Scene[];
  characters?: readonly WrittenCharacter[] | undefined;
};

export type RestoreMeans = {
  /** Clips that scenes had before, and can have again. */
  takes: ReadonlyMap<string, Take>;
  /** Own files that new scenes can play, by hash. */
  clips: ReadonlyMap<string, OwnClip>;
  newId(): string;
  /** Milliseconds since the epoch. */
  now: number;
};

export type RestoreSteps = {
  changes: Change[];
  /** In order. */
  inverse: Change[];
  /** Numbers of scenes whose clips are gone, as the document counts them. */
  lost: number[];
  /** What each scene of the document is called in the project then. */
  sceneIds: ReadonlyMap<string, string>;
};

export function restoreSteps(present: ProjectDocument, wanted: RestoredDocument, means: RestoreMeans): RestoreSteps {
  const walk = new Walk(present);
  restoreProject(walk, wanted.project);
  if (wanted.characters !== undefined)
    for (const { change, inverse } of characterSteps(present.project?.characterReferences ?? [], wanted.characters))
      walk.take(change, inverse);
  const roots = inOrder(wanted.scenes);
  const kept = new Set(roots.map(({ id }) => id));
  for (const sceneId of sceneIds(present.scenes))
    if (!kept.has(sceneId))
      walk.take({ kind: 'delete-scene', sceneId, at: means.now }, { kind: 'restore-scene', sceneId });
  const lost: number[] = [];
  const order = roots.map((scene) => {
    const played = playedSegment(scene, wanted.scenes);
    const id = bringBack(walk, scene, played, means);
    const hasClip = restoreClip(walk, id, played, means);
    if (!hasClip && played.sha256 !== null) lost.push(scene.sceneNumber);
    restoreFields(walk, id, scene, hasClip);
    return id;
  });
  if (!sameValue(sceneIds(walk.document.scenes), order)) walk.take({ kind: 'reorder-scenes', order }, null);
  const ids = new Map(roots.map((scene, index) => [scene.id, order[index] ?? scene.id]));
  return { changes: walk.changes, inverse: walk.inverseTo(sceneIds(present.scenes)), lost, sceneIds: ids };
}

/** A document that changes step by step, and what takes each step back. */
class Walk {
  readonly changes: Change[] = [];
  readonly #inverse: Change[] = [];
  document: ProjectDocument;

  constructor(document: ProjectDocument) {
    this.document = document;
  }

  take(change: Change, inverse: Change | null): void {
    this.document = applyChange(this.document, change);
    this.changes.push(change);
    if (inverse !== null) this.#inverse.push(inverse);
  }

  scene(id: string): Scene | undefined {
    return this.document.scenes.find((scene) => scene.id === id);
  }

  /** Whatever comes and goes leaves the others where they are, so their order is laid down at the end. */
  inverseTo(order: string[]): Change[] {
    const reorders = this.changes.some(({ kind }) => /^(?:delete|restore|add|reorder)-scenes?$/.test(kind));
    const steps = this.#inverse.toReversed();
    return reorders ? [...steps, { kind: 'reorder-scenes', order }] : steps;
  }
}

function restoreProject(
  walk: Walk,
  { title, description, model, levelling, audio }: RestoredDocument['project'],
): void {
  const { project } = walk.document;
  if (project === null) return;
  const changed = changedFields<PatchProjectRequest>(project, { title, description, model, levelling });
  if (changed)
    walk.take({ kind: 'patch-project', patch: changed.patch }, { kind: 'patch-project', patch: changed.former });
  const edits = audioEdits(project.audio, audio);
  if (edits.length > 0)
    walk.take({ kind: 'edit-audio', edits }, { kind: 'edit-audio', edits: audioEdits(audio, project.audio) });
}

function audioEdits(from: readonly MovieAudio[], to: readonly MovieAudio[]): AudioEdit[] {
  return listSteps(from, to).map((step): AudioEdit => {
    if (step.op === 'remove') return { op: 'remove', id: step.item.id };
    return { op: 'put', piece: step.item, place: step.place };
  });
}

/** The id of the scene in this project: its own, or a new one where the scene is gone for good or never was here. */
function bringBack(walk: Walk, scene: Scene, played: Scene, means: RestoreMeans): string {
  const { clips, newId, now } = means;
  const remove = (sceneId: string): Change => ({ kind: 'delete-scene', sceneId, at: now });
  const present = walk.scene(scene.id);
  if (present) {
    if (!needsOwnFile(present, walk.document.scenes, played, means)) return scene.id;
    // A scene can't be given a file that it never had, so that one of its own takes its place.
    walk.take(remove(scene.id), { kind: 'restore-scene', sceneId: scene.id });
  } else {
    const tombstone = walk.document.tombstones.find(({ sceneId }) => sceneId === scene.id);
    const deleted = tombstone?.rows.find(({ id }) => id === scene.id);
    if (tombstone && !(deleted && needsOwnFile(deleted, tombstone.rows, played, means))) {
      walk.take({ kind: 'restore-scene', sceneId: scene.id }, remove(scene.id));
      return scene.id;
    }
  }
  const id = newId();
  const clip = played.sha256 === null ? undefined : clips.get(played.sha256);
  const title = scene.title.trim() || editWords.untitledScene({ number: scene.sceneNumber });
  const description = scene.description.trim();
  const words = { id, title, ...(description !== '' && { description }) };
  if (clip === undefined) {
    const lengths = modelRow(walk.document.project?.model ?? 'veo-3.1').durations;
    const body = { ...words, description: description || title, duration: nearestLength(scene.duration, lengths) };
    walk.take({ kind: 'add-scene', body, at: now }, remove(id));
  } else {
    const duration = Math.min(clip.facts.video.durationSeconds, limits.ownClipSeconds);
    const body = {
      ...words,
      duration,
      source: 'clip' as const,
      mediaId: clip.sha256,
      ...(scene.still && { still: scene.still }),
    };
    walk.take({ kind: 'add-scene', body, at: now, clip }, remove(id));
  }
  return id;
}

/** Whether only an own file still has what the scene played: it has got another clip since, and its take is gone. */
export function needsOwnFile(
  present: Scene,
  rows: readonly Scene[],
  played: Scene,
  { takes, clips }: { takes: RestoreMeans['takes']; clips: { has(sha256: string): boolean } },
): boolean {
  if (played.sha256 === null || !clips.has(played.sha256)) return false;
  if (playedSegment(present, rows).sha256 === played.sha256) return false;
  const take = takes.get(present.id);
  const formerly = take && playedSegment(take.scene, [take.scene, ...take.extensions]).sha256;
  return present.sha256 === null || formerly !== played.sha256;
}

/** Whether the scene then plays what it played. */
function restoreClip(walk: Walk, id: string, played: Scene, { takes }: RestoreMeans): boolean {
  const scene = walk.scene(id);
  if (scene === undefined) return false;
  const now = playedSegment(scene, walk.document.scenes);
  // It has got a clip since, and loses nothing by that.
  if (now.sha256 === played.sha256 || played.sha256 === null) return now.sha256 === played.sha256;
  const take = takes.get(id);
  if (take === undefined || scene.sha256 === null) return false;
  if (playedSegment(take.scene, [take.scene, ...take.extensions]).sha256 !== played.sha256) return false;
  const former = clipChange(scene, extensionsOf(id, walk.document.scenes));
  const wanted = clipChange(take.scene, take.extensions);
  if (former === null || wanted === null) return false;
  walk.take(wanted, former);
  return true;
}

function clipChange(scene: Scene, extensions: readonly Scene[]): Change | null {
  if (scene.sha256 === null) return null;
  const clips = [scene, ...extensions].map((row) => sceneClipSchema.parse(row));
  return { kind: 'restore-clip', sceneId: scene.id, sha256: scene.sha256, clips };
}

/** @param isSameClip trims count in the clip that they were made for */
function restoreFields(walk: Walk, sceneId: string, wanted: Scene, isSameClip: boolean): void {
  const scene = walk.scene(sceneId);
  if (scene === undefined) return;
  const changed = changedFields<PatchSceneRequest>(
    scene,
    withoutClosedChoices(scene, patchTo(wanted, scene, isSameClip)),
  );
  if (changed)
    walk.take(
      { kind: 'patch-scene', sceneId, patch: changed.patch },
      { kind: 'patch-scene', sceneId, patch: changed.former },
    );
  const [from, to] = [withTextIds(sceneId, scene.textOverlays), withTextIds(wanted.id, wanted.textOverlays)];
  const texts = textChanges(from, to);
  if (texts.length > 0)
    walk.take({ kind: 'patch-texts', sceneId, texts }, { kind: 'patch-texts', sceneId, texts: textChanges(to, from) });
}

function patchTo(wanted: Scene, scene: Scene, isSameClip: boolean): PatchSceneRequest {
  const { negativePrompt, resolution, duration, model, metadata, gainDb, muted, transition, referencePictures } =
    wanted;
  const { fadeInSeconds, fadeOutSeconds, continueFromPrevious, continueIntoNext, trimStart, trimEnd } = wanted;
  return {
    // A scene can be without words, but can't be given none.
    ...(wanted.title.trim() !== '' && { title: wanted.title }),
    ...(wanted.description.trim() !== '' && { description: wanted.description }),
    ...{
      negativePrompt,
      resolution,
      metadata,
      referencePictures,
      gainDb,
      muted,
      transition,
      fadeInSeconds,
      fadeOutSeconds,
    },
    ...{ continueFromPrevious, continueIntoNext },
    ...(isSameClip && { trimStart, trimEnd }),
    // What was added anew for want of its clip has a length that its model can make.
    ...(wanted.sha256 === null && wanted.id === scene.id && { duration, model }),
  };
}

function textChanges(from: readonly TextOverlay[], to: readonly TextOverlay[]): TextChange[] {
  return listSteps(from, to).map((step): TextChange => {
    if (step.op === 'remove') return { before: step.item, after: null, place: from.indexOf(step.item) };
    return { before: step.op === 'change' ? step.from : null, after: step.item, place: step.place };
  });
}

function inOrder(scenes: readonly Scene[]): Scene[] {
  return sceneIds(scenes).flatMap((id) => scenes.filter((scene) => scene.id === id));
}
