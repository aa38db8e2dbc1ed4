/** Edits of several scenes that are one step: undone and redone together. */
import type { Change } from '#data/change.ts';
import { sceneIds } from '#data/document/apply-change.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import type { CommandPlan } from '../plan.ts';
import { editWords } from '../words.ts';

type Chosen = { project: Project; scenes: readonly Scene[]; chosen: readonly string[] };

/** @param now milliseconds since the epoch */
export function deleteScenes({ project, scenes, chosen }: Chosen, now: number): CommandPlan {
  const ids = inMovie(scenes, chosen);
  const changes = ids.map((sceneId): Change => ({ kind: 'delete-scene', sceneId, at: now }));
  // Each comes back to the number that it had, so the last that went is the first to come.
  const inverse = ids.toReversed().map((sceneId): Change => ({ kind: 'restore-scene', sceneId }));
  const label = ids.length === 1 ? { number: numberOf(scenes, ids[0]) } : null;
  const name = label ? editWords.deleteScene(label) : editWords.deleteScenes({ count: ids.length });
  return { ...plan(project, name, { changes, inverse }), ...(ids.length > 1 && { keeps: 'delete' as const }) };
}

/** @param newId makes the id of each copy @param now milliseconds since the epoch */
export function duplicateScenes({ project, scenes, chosen }: Chosen, newId: () => string, now: number): CommandPlan {
  const ids = inMovie(scenes, chosen);
  const copies = ids.map((sceneId) => ({ sceneId, newSceneId: newId() }));
  const label =
    ids.length === 1
      ? editWords.duplicateScene({ number: numberOf(scenes, ids[0]) })
      : editWords.duplicateScenes({ count: ids.length });
  return plan(project, label, {
    changes: copies.map((copy): Change => ({ kind: 'duplicate-scene', ...copy, at: now })),
    // The last first: by redo each comes back to the number that it had.
    inverse: copies
      .toReversed()
      .map(({ newSceneId }): Change => ({ kind: 'delete-scene', sceneId: newSceneId, at: now })),
  });
}

export function muteScenes({ project, scenes, chosen }: Chosen, muted: boolean): CommandPlan {
  const ids = inMovie(scenes, chosen).filter((id) => scenes.find((scene) => scene.id === id)?.muted !== muted);
  const patches = (value: boolean) =>
    ids.map((sceneId): Change => ({ kind: 'patch-scene', sceneId, patch: { muted: value } }));
  const label = muted ? editWords.muteScenes : editWords.unmuteScenes;
  return plan(project, label({ count: ids.length }), { changes: patches(muted), inverse: patches(!muted) });
}

function plan(
  { id: projectId, userId }: Project,
  label: string,
  { changes, inverse }: { changes: Change[]; inverse: Change[] },
): CommandPlan {
  return { userId, projectId, label, changes, inverse: changes.length === 0 ? null : inverse };
}

/** Those that are still there, in play order. */
function inMovie(scenes: readonly Scene[], chosen: readonly string[]): string[] {
  return sceneIds(scenes).filter((id) => chosen.includes(id));
}

function numberOf(scenes: readonly Scene[], sceneId: string | undefined): number {
  return scenes.find(({ id }) => id === sceneId)?.sceneNumber ?? 0;
}
