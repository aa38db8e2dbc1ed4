/** What a scene's card shows, and what can be done from it. */
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { namesCharacter } from '#shared/rules/compose-prompt.ts';
import type { Refusals } from '#widgets/refusals.ts';
import { sceneGroups, type SceneGroup } from '#widgets/scene-groups.ts';
import { isEdited } from './is-edited.ts';

export type SceneCardView = {
  group: SceneGroup;
  /** Among the scenes, counted from 0, and how many there are. */
  place: number;
  count: number;
  isUpright: boolean;
  isSelected: boolean;
  isEditedSinceClip: boolean;
  /** A picture of somebody who is in the scene, for the time until its own is there. */
  stillUrl: string | null;
  /** When it was first seen being made, in milliseconds since the epoch; null where it was not. */
  startedAtMs: number | null;
  /** Whether the clip that it had before can be brought back. */
  hasFormerClip: boolean;
  /** Why the server or the model can't be asked for anything now. */
  refusals: Refusals;
};

export type SceneCardActions = {
  /** Marks the scene, or takes its mark away. */
  select: (scene: Scene) => void;
  edit: (scene: Scene) => void;
  /** Has the AI write better words. Resolves when they are here, or when it was told that they are not. */
  improve: (scene: Scene) => Promise<void>;
  remove: (scene: Scene) => void;
  download: (group: SceneGroup) => void;
  /** Makes a clip that failed. */
  retry: (group: SceneGroup) => void;
  /** Asks whether a clip is to be made again, and says what that costs. */
  generateAgain: (scene: Scene) => void;
  /** Brings back the clip that the present one took the place of. */
  restoreClip: (scene: Scene) => void;
  /** Leaves a clip unmade whose answer was lost. */
  dismissFailure: (scene: Scene) => void;
  /** Places count from 0. Resolves to false when the scenes stay as they were. */
  move: (from: number, to: number) => Promise<boolean>;
};

/** What is known of the scenes' clips beside their rows. */
export type ClipHistory = {
  /** When the scenes that are being made were first seen at work, in milliseconds since the epoch, by their ids. */
  startsMs: Readonly<Record<string, number>>;
  /** Scenes whose earlier clip can be brought back, by their ids. */
  restorable: Pick<ReadonlyMap<string, unknown>, 'has'>;
};

/** The cards of a project, in play order. */
export function sceneCards(
  project: Pick<Project, 'aspectRatio' | 'characterReferences'>,
  scenes: readonly Scene[],
  selectedSceneId: string | null,
  { startsMs, restorable }: ClipHistory,
  refusals: Refusals,
): SceneCardView[] {
  return sceneGroups(scenes).map((group, place, { length }) => ({
    group,
    place,
    count: length,
    isUpright: project.aspectRatio === '9:16',
    isSelected: group.scene.id === selectedSceneId,
    isEditedSinceClip: isEdited(group.scene, project),
    stillUrl: stillOf(group.scene, project),
    startedAtMs: startsMs[group.scene.id] ?? null,
    hasFormerClip: restorable.has(group.scene.id),
    refusals,
  }));
}

function stillOf({ title, description }: Scene, project: Pick<Project, 'characterReferences'>): string | null {
  const named = project.characterReferences.find(({ name }) => namesCharacter(`${title} ${description}`, name));
  return named?.imageUrl ?? null;
}
