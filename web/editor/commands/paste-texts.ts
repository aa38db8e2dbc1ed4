import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { inverseTextChanges, type TextChange } from '#shared/rules/text-changes.ts';
import { pasteWords } from '../clipboard-words.ts';
import type { CommandPlan } from '../plan.ts';

/**
 * Adds texts to a scene, over those that it has, in one step.
 * @param texts with fresh ids
 * @throws AppError `invalid_input` where there would be too many
 */
export function pasteTexts(project: Project, scene: Scene, texts: readonly TextOverlay[]): CommandPlan {
  const count = scene.textOverlays.length;
  if (count + texts.length > limits.overlaysPerScene) throw new AppError('invalid_input', pasteWords.tooManyTexts);
  const added = texts.map((after, index): TextChange => ({ before: null, after, place: count + index }));
  return {
    userId: project.userId,
    projectId: project.id,
    label: pasteWords.pasteTexts({ count: texts.length }),
    changes: [{ kind: 'patch-texts', sceneId: scene.id, texts: added }],
    inverse: [{ kind: 'patch-texts', sceneId: scene.id, texts: inverseTextChanges(added) }],
  };
}

/**
 * Times of pasted texts: the earliest begins at a moment of the clip, the others as much later as they did; none lasts
 * longer than the clip.
 * @param from seconds of the clip
 * @param longest its length, in steps of a tenth
 */
export function timesFrom(texts: readonly TextOverlay[], from: number, longest: number): TextOverlay[] {
  const earliest = Math.min(...texts.map(({ startTime }) => startTime));
  const tenths = (seconds: number): number => Math.round(seconds * 10) / 10;
  return texts.map((text) => {
    const length = Math.min(tenths(text.endTime - text.startTime), longest);
    const startTime = tenths(Math.max(0, Math.min(text.startTime - earliest + from, longest - Math.min(length, 1))));
    return { ...text, startTime, endTime: tenths(Math.min(startTime + length, longest)) };
  });
}
