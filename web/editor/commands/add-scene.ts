import type { CreateSceneRequest } from '#shared/api/scenes.ts';
import type { OwnClip } from '#shared/entities/own-file.ts';
import type { Project } from '#shared/entities/project.ts';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';
import type { TextChange } from '#shared/rules/text-changes.ts';
import type { CommandPlan } from '../plan.ts';
import { editWords } from '../words.ts';

/**
 * Appends a scene of the person’s own.
 * @param clip the own file that it plays
 * @param texts on it, from the start
 * @param now milliseconds since the epoch
 * @param id a fresh UUIDv7
 */
export function addScene(
  project: Project,
  fields: CreateSceneRequest,
  { now, id, clip, texts = [] }: { now: number; id: string; clip?: OwnClip; texts?: readonly TextOverlay[] },
): CommandPlan {
  return {
    userId: project.userId,
    projectId: project.id,
    label: editWords.addScene,
    changes: [
      { kind: 'add-scene', body: { ...fields, id }, at: now, ...(clip && { clip }) },
      ...(texts.length === 0 ? [] : [{ kind: 'patch-texts' as const, sceneId: id, texts: added(texts) }]),
    ],
    inverse: [{ kind: 'delete-scene', sceneId: id, at: now }],
  };
}

function added(texts: readonly TextOverlay[]): TextChange[] {
  return texts.map((after, place) => ({ before: null, after, place }));
}
