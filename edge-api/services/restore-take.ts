/** Restores the clip that a newer one replaced. The same call with the other file undoes it. */
import type { Scene } from '#shared/entities/scene.ts';
import { AppError } from '#shared/errors.ts';
import { extensionsOf } from '#shared/rules/segments.ts';
import type { Deps } from '../deps.ts';
import type { Statement } from '#edge-api/db/client.ts';
import { frameUrl, mediaUrl } from '#shared/api/media.ts';
import { holdMedia, releaseMedia } from '#edge-api/repos/media.ts';
import { expectUnchanged } from '#edge-api/repos/projects.ts';
import { findTakes, forgetTake, noteTake, updateSceneClip, type Take } from '#edge-api/repos/takes.ts';
import { keptProjectAndScenes } from './kept-replies.ts';
import { changeOnce, requireVersion, type ChangeCall } from './change-once.ts';
import { changedFields, remembered, type Happening } from './history.ts';
import { ownProject, ownScene, viewOf } from './project-view.ts';
import type { ProjectScenes } from './scenes.ts';
import { takeWords } from './words.ts';

/**
 * Restores the clip that a scene's current one replaced, with its trims and extensions. If the scene already has it,
 * nothing changes.
 * @param sha256 the file of the scene's own earlier clip
 * @throws AppError `not_found`, `version_conflict` with the scene, `already_generating`, `invalid_input` for an
 * extension and when that clip is no longer kept
 */
export function restoreTake(
  deps: Pick<Deps, 'db' | 'now' | 'randomBytes'>,
  call: ChangeCall,
  sceneId: string,
  sha256: string,
): Promise<ProjectScenes> {
  return changeOnce(deps, call, keptProjectAndScenes, async () => {
    const scene = await ownScene(deps, call.userId, sceneId);
    if (scene.isExtension) throw new AppError('invalid_input', takeWords.extension);
    const { record, project, scenes, revision } = await ownProject(deps, call.userId, scene.projectId);
    requireVersion(call, scene, 'scene');
    if (scene.sha256 === sha256) return { statements: [], reply: { project, scenes } };
    const segments = [scene, ...extensionsOf(sceneId, scenes)];
    if (segments.some(({ status }) => status === 'generating'))
      throw new AppError('already_generating', takeWords.generating);
    const kept = await findTakes(deps.db, call.userId, sceneId);
    const take = earlierTake(segments, kept, sha256);
    if (take === null) throw new AppError('invalid_input', takeWords.gone);
    const nowMs = deps.now();
    const changed = new Map(take.map(({ segment, clip }) => [segment.id, withClip(segment, clip, nowMs)]));
    const rows = scenes.map((row) => changed.get(row.id) ?? row);
    const after = changed.get(sceneId) ?? scene;
    const row = { projectId: project.id, sceneId, version: scene.version };
    const fields = await changedFields(deps, { ...call, madeOn: null }, row, { before: scene, after });
    const happening: Happening = { kind: 'restore-clip', scene, version: after.version, fields };
    return {
      statements: [
        expectUnchanged(project.id, revision),
        ...take.flatMap((one) => swap(one, changed.get(one.segment.id) ?? one.segment, call.userId, nowMs)),
        ...(isWholeSwap(take) ? [] : [forgetTake(sceneId)]),
        ...remembered(deps, call, project.id, happening),
      ],
      reply: { project: viewOf(record, rows), scenes: rows },
    };
  });
}

/** A segment and the clip it gets: `keep` leaves it as it is, except for an outdated failure. */
type Part = { segment: Scene; clip: Take | 'keep' };

/**
 * Each segment's clip from the time when the scene had that clip. Extensions that weren't generated again keep theirs.
 * Null when the clip is no longer kept.
 */
function earlierTake(segments: readonly Scene[], kept: readonly Take[], sha256: string): Part[] | null {
  const [scene] = segments;
  const own = kept.find(({ sceneId }) => sceneId === scene?.id);
  if (own === undefined || own.sha256 !== sha256) return null;
  return segments.map((segment) => {
    const clip = kept.find(({ sceneId, replacedAtMs }) => sceneId === segment.id && replacedAtMs >= own.replacedAtMs);
    return { segment, clip: clip ?? 'keep' };
  });
}

/** Only a take that was replaced as a whole can be restored. */
function isWholeSwap(take: readonly Part[]): boolean {
  return take.every(({ segment, clip }) => clip !== 'keep' || segment.sha256 === null);
}

function swap({ segment, clip }: Part, changed: Scene, userId: string, nowMs: number): Statement[] {
  if (clip === 'keep') return [updateSceneClip(changed)];
  const { id: sceneId, projectId } = segment;
  const { sha256 } = clip;
  const held =
    sha256 === null ? [releaseMedia(sceneId, nowMs)] : holdMedia({ sha256, sceneId, projectId, userId, nowMs });
  return [noteTake({ sceneId, sha256, nowMs }), ...held, updateSceneClip(changed)];
}

function withClip(segment: Scene, clip: Take | 'keep', nowMs: number): Scene {
  const settled = { ...segment, note: null, errorMessage: null, answerLost: false, updatedAt: nowMs };
  if (clip === 'keep') return { ...settled, status: segment.sha256 === null ? 'pending' : 'complete' };
  const { sha256, facts } = clip;
  return {
    ...settled,
    status: sha256 === null ? 'pending' : 'complete',
    sha256,
    videoUrl: sha256 && mediaUrl(sha256),
    thumbnailUrl: sha256 && clip.hasPoster ? frameUrl(sha256, 'first') : null,
    clipPromptHash: clip.clipPromptHash,
    trimStart: clip.trimStart,
    trimEnd: clip.trimEnd,
    mediaBytes: clip.sizeBytes,
    width: facts?.video.width ?? null,
    height: facts?.video.height ?? null,
    fps: facts?.video.fps ?? null,
    frameCount: facts?.video.frameCount ?? null,
    hasAudio: facts ? facts.audio !== null : null,
    isDemo: clip.isDemo ?? false,
    version: segment.version + 1,
  };
}
