import type { Change } from '#data/change.ts';
import type { OwnClip } from '#shared/entities/own-file.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene, SceneStill } from '#shared/entities/scene.ts';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';
import { stillGrounds } from '#shared/movie/still-grounds.ts';
import { sameValue } from '#shared/rules/same-value.ts';
import { inverseTextChanges, withTextIds, type TextChange } from '#shared/rules/text-changes.ts';
import { longestTime } from '../overlay-form.ts';
import type { CommandPlan } from '../plan.ts';
import { editWords } from '../words.ts';

/** A clip, and what it was made of. */
export type Still = { still: SceneStill; clip: OwnClip };

export type Remade = {
  /** Null where only words change. */
  made: Still | null;
  /** What the scene has now. */
  former: Still;
  title: string;
  /** Of a title card: what its first text says from now on. */
  words: string | null;
};

/**
 * Gives a scene a clip that was made anew of its picture or title card. It is shown whole; texts that lasted to its end do
 * so again, and those in the ink of the former background get the new one's.
 */
export function remakeStill(project: Project, scene: Scene, { made, former, title, words }: Remade): CommandPlan {
  const { id: sceneId, trimStart, trimEnd } = scene;
  const texts = changedTexts(scene, made ?? former, former, words);
  const changes: Change[] = [];
  const inverse: Change[] = [];
  if (made !== null) {
    changes.push({ kind: 'remake-still', sceneId, ...made });
    inverse.push({ kind: 'remake-still', sceneId, ...former });
    // The former trims are those of the former clip.
    if (trimStart !== null || trimEnd !== null)
      inverse.push({ kind: 'patch-scene', sceneId, patch: { trimStart, trimEnd } });
  }
  if (title !== scene.title) {
    changes.push({ kind: 'patch-scene', sceneId, patch: { title } });
    inverse.push({ kind: 'patch-scene', sceneId, patch: { title: scene.title } });
  }
  if (texts.length > 0) {
    changes.push({ kind: 'patch-texts', sceneId, texts });
    inverse.push({ kind: 'patch-texts', sceneId, texts: inverseTextChanges(texts) });
  }
  return {
    userId: project.userId,
    projectId: project.id,
    label: editWords.editScene({ number: scene.sceneNumber }),
    changes,
    inverse: changes.length === 0 ? null : inverse,
  };
}

function changedTexts(scene: Scene, now: Still, former: Still, words: string | null): TextChange[] {
  const end = longestTime(now.clip.facts.video.durationSeconds);
  const formerEnd = longestTime(former.clip.facts.video.durationSeconds);
  const ink = stillGrounds[now.still.settings.background].ink;
  const formerInk = stillGrounds[former.still.settings.background].ink;
  return withTextIds(scene.id, scene.textOverlays).flatMap((before, place): TextChange[] => {
    const lasts = end !== formerEnd && (before.endTime >= formerEnd || before.endTime > end) && before.startTime < end;
    const isCard = now.still.picture === null;
    const after: TextOverlay = {
      ...before,
      ...(lasts && { endTime: end }),
      ...(isCard && before.color.toUpperCase() === formerInk.toUpperCase() && { color: ink }),
      ...(place === 0 && words !== null && { text: words }),
    };
    return sameValue(before, after) ? [] : [{ before, after, place }];
  });
}
