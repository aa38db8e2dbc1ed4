import type { CreateSceneRequest } from '#shared/api/scenes.ts';
import type { OwnClip } from '#shared/entities/own-file.ts';
import type { Project } from '#shared/entities/project.ts';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';
import type { TextChange } from '#shared/rules/text-changes.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { pasteWords } from '../clipboard-words.ts';
import type { CommandPlan } from '../plan.ts';
import { editWords } from '../words.ts';

type NewScene = {
  now: number;
  id: string;
  /** How many scenes the project has. */
  sceneCount: number;
  clip?: OwnClip;
  texts?: readonly TextOverlay[];
  order?: readonly string[] | undefined;
};

/**
 * Adds a scene of the person’s own, at the end unless an order says where.
 * @param clip the own file that it plays
 * @param texts on it, from the start
 * @param now milliseconds since the epoch
 * @param id a fresh UUIDv7
 * @param order all scenes with it among them
 * @throws AppError `invalid_input` where there would be too many scenes
 */
export function addScene(
  project: Project,
  fields: CreateSceneRequest,
  { now, id, sceneCount, clip, texts = [], order }: NewScene,
): CommandPlan {
  // The server would refuse it, long after it appeared here.
  if (sceneCount >= limits.scenesPerProject) throw new AppError('invalid_input', pasteWords.tooManyScenes);
  return {
    userId: project.userId,
    projectId: project.id,
    label: editWords.addScene,
    changes: [
      { kind: 'add-scene', body: { ...fields, id }, at: now, ...(clip && { clip }) },
      ...(texts.length === 0 ? [] : [{ kind: 'patch-texts' as const, sceneId: id, texts: added(texts) }]),
      ...(order === undefined ? [] : [{ kind: 'reorder-scenes' as const, order: [...order] }]),
    ],
    inverse: [{ kind: 'delete-scene', sceneId: id, at: now }],
  };
}

function added(texts: readonly TextOverlay[]): TextChange[] {
  return texts.map((after, place) => ({ before: null, after, place }));
}
