/** Scenes that play a file of the person's own. */
import type { CreateSceneRequest } from '#shared/api/scenes.ts';
import type { OwnFile } from '#shared/entities/own-file.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { AppError } from '#shared/errors.ts';
import type { Deps } from '../deps.ts';
import type { Statement } from '#edge-api/db/client.ts';
import { storeClip } from '#edge-api/repos/generated-scenes.ts';
import { updateSceneClip } from '#edge-api/repos/takes.ts';
import { holdMedia, insertMedia } from '#edge-api/repos/media.ts';
import { findOwnFile } from '#edge-api/repos/own-files.ts';
import { hold } from './held-store.ts';
import { sceneWords as words } from './words.ts';

export type OwnClipFile = Extract<OwnFile, { kind: 'clip' }>;

/**
 * The file that a new scene is to play; null for one whose clip is to be generated. It stays at least until the scene's
 * row names it.
 * @throws AppError `invalid_input` for what is no clip of this person's, whoever else may have it
 */
export async function ownClip(
  deps: Pick<Deps, 'db' | 'now'>,
  userId: string,
  { source, mediaId }: Pick<CreateSceneRequest, 'source' | 'mediaId'>,
): Promise<OwnClipFile | null> {
  if (source !== 'clip' || mediaId === undefined) return null;
  // Asked before, so that nobody holds what isn't theirs, and again now that nobody removes it any more.
  if ((await findOwnFile(deps.db, userId, mediaId)) !== null) await hold(deps, mediaId);
  const file = await findOwnFile(deps.db, userId, mediaId);
  if (file === null) throw new AppError('invalid_input', words.noOwnFile);
  if (file.kind !== 'clip') throw new AppError('invalid_input', words.noOwnClip({ name: file.name }));
  return file;
}

/** Gives a scene that was just written its clip, and holds the file for it. */
export function playOwnClip(
  { id, projectId }: Pick<Scene, 'id' | 'projectId'>,
  file: OwnClipFile,
  { userId, nowMs }: { userId: string; nowMs: number },
): Statement[] {
  const { sha256, sizeBytes, facts, type: contentType } = file;
  const clip = { sha256, sizeBytes, facts, isDemo: false, nowMs };
  return [
    insertMedia({ ...clip, contentType }),
    ...holdMedia({ sha256, sceneId: id, projectId, userId, nowMs }),
    storeClip({ ...clip, sceneId: id, hasPoster: false, clipPromptHash: null, note: null }),
  ];
}

/** Gives a scene another clip of its person's own, and holds that file for it. @param scene as it is to be */
export function replaceOwnClip(
  scene: Scene,
  file: OwnClipFile,
  { userId, nowMs }: { userId: string; nowMs: number },
): Statement[] {
  const { sha256, sizeBytes, facts, type: contentType } = file;
  return [
    insertMedia({ sha256, sizeBytes, facts, isDemo: false, nowMs, contentType }),
    ...holdMedia({ sha256, sceneId: scene.id, projectId: scene.projectId, userId, nowMs }),
    updateSceneClip(scene),
  ];
}
