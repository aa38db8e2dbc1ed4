/** Which scenes got a new clip in place of an old one, seen from one set of rows to the next. */
import type { SceneGroup } from '#widgets/scene-groups.ts';

/** Scenes that are being made while they have a clip, each as it was before, by their ids. */
export type TakesInWork = ReadonlyMap<string, SceneGroup>;

/** What is remembered after a look at the scenes, and the earlier takes of those that have a new clip since the look before. */
export function noteTakes(
  before: TakesInWork,
  groups: readonly SceneGroup[],
): { takes: TakesInWork; replaced: { earlier: SceneGroup; present: SceneGroup }[] } {
  const takes = new Map<string, SceneGroup>();
  const replaced = [];
  for (const present of groups) {
    const { id, sha256 } = present.scene;
    const earlier = before.get(id);
    if (present.status === 'generating') {
      const isOld = earlier === undefined || earlier.scene.sha256 === sha256;
      // Its trims may still be changed until the new clip is there.
      if (sha256 !== null) takes.set(id, isOld ? present : earlier);
    } else if (earlier !== undefined && earlier.scene.sha256 !== sha256 && present.status === 'complete')
      replaced.push({ earlier, present });
  }
  return { takes, replaced };
}
