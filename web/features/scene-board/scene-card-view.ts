/** What a scene's card shows, and what can be done from it. */
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { missingNeighbors } from '#shared/rules/frame-neighbors.ts';
import type { ModelReach } from '#shared/api/models.ts';
import type { ModelId } from '#shared/catalogue/models.ts';
import { formatUsd } from '#shared/words/format.ts';
import { costText } from '#shared/words/clip-words.ts';
import { namesCharacter } from '#shared/rules/compose-prompt.ts';
import type { ClipChoice } from '#widgets/clip-menu.tsx';
import type { Refusals } from '#widgets/refusals.ts';
import { playedSegment } from '#shared/rules/segments.ts';
import { isClipOpen, lacksExtension, sceneGroups, type SceneGroup } from '#widgets/scene-groups.ts';
import { estimateFor } from '#widgets/scene-price.ts';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { isEditedSinceClip } from '#shared/rules/prompt-source.ts';
import { cardWords } from './words.ts';

export type SceneCardView = {
  group: SceneGroup;
  /** Among the scenes, counted from 0, and how many there are. */
  place: number;
  count: number;
  isUpright: boolean;
  isSelected: boolean;
  isEditedSinceClip: boolean;
  /** A picture of a character in the scene, shown until the clip has one. */
  stillUrl: string | null;
  /** When it was first seen generating, in milliseconds since the epoch; null if it wasn’t. */
  startedAtMs: number | null;
  /** Whether its previous clip can be restored. */
  hasEarlierTake: boolean;
  /** Whether its clip is on this device, so that no server is needed for it. */
  isClipHere: boolean;
  /** Whether all that it lacks is an extension of its clip. */
  lacksExtension: boolean;
  /** Whether nothing is charged, as in the demo studio. The confirmation has the estimate even then. */
  isFree: boolean;
  /** The estimate for its clip, or for what it lacks of it: "about $2.00"; or that nothing is charged. */
  price: string;
  /** Whether its length and model can be chosen. */
  isClipOpen: boolean;
  /** The model of scenes that have none of their own. */
  projectModel: ModelId;
  /** Which models the key can use; undefined until that is known. */
  reach: readonly ModelReach[] | undefined;
  /** Whether it takes a frame of a scene that has no clip and gets none. */
  lacksNeighbor: boolean;
  /** Why the server or the model can’t be used now. */
  refusals: Refusals;
};

export type SceneCardActions = {
  /** Selects the scene, or clears the selection. */
  select: (scene: Scene) => void;
  edit: (scene: Scene) => void;
  /** Improves the description by AI. Resolves when it is here, or when its failure has been shown. */
  improve: (scene: Scene) => Promise<void>;
  remove: (scene: Scene) => void;
  download: (group: SceneGroup) => void;
  /** Generates a clip that failed. Resolves when the server has accepted it, or when its failure has been shown. */
  retry: (group: SceneGroup) => Promise<unknown>;
  /** Stops the scene’s clip, or takes it out of line. Resolves as above. */
  stop: (scene: Scene) => Promise<void>;
  /** Asks whether to generate a clip, maybe again, and says what that costs. */
  generate: (scene: Scene) => void;
  /** Asks whether to make the clip longer, and says what that costs. */
  extend: (scene: Scene) => void;
  /** Removes the extension that it lacks. */
  removeExtension: (scene: Scene) => void;
  /** Restores the clip that the current one replaced. */
  restoreClip: (scene: Scene) => void;
  /** Dismisses a failure whose answer was lost. */
  dismissFailure: (scene: Scene) => void;
  /** Chooses a length and a model before there is a clip. */
  chooseClip: (scene: Scene, choice: ClipChoice) => void;
  /** Places count from 0. Resolves to false when the scenes stay as they were. */
  move: (from: number, to: number) => Promise<boolean>;
};

/** What is known about the scenes’ clips beyond their rows. */
export type ClipHistory = {
  /** When each scene was first seen generating, in milliseconds since the epoch, by scene id. */
  startsMs: Readonly<Record<string, number>>;
  /** The ids of scenes whose previous clip can be restored. */
  restorable: Pick<ReadonlyMap<string, unknown>, 'has'>;
  /** Hashes of clips that are on this device; undefined until that is known. */
  stored: ReadonlySet<string> | undefined;
};

/** The cards of a project, in play order. */
export function sceneCards(
  project: Pick<Project, 'aspectRatio' | 'characterReferences' | 'model'>,
  scenes: readonly Scene[],
  selectedSceneId: string | null,
  { startsMs, restorable, stored }: ClipHistory,
  { refusals, reach, isFree }: Pick<SceneCardView, 'refusals' | 'reach' | 'isFree'>,
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
    hasEarlierTake: restorable.has(group.scene.id),
    isClipHere: stored === undefined || stored.has(playedSegment(group.scene, group.extensions).sha256 ?? ''),
    isFree,
    price: priceText(estimateFor(group, project, scenes), isFree),
    lacksExtension: lacksExtension(group),
    isClipOpen: isClipOpen(group),
    projectModel: project.model,
    reach,
    lacksNeighbor: lacksNeighbor(group.scene, scenes),
    refusals,
  }));
}

/** What something costs, on a button. */
export function priceText(usd: number, isFree: boolean): string {
  return isFree ? cardWords.free : costText({ amount: formatUsd(usd) });
}

function stillOf({ title, description }: Scene, project: Pick<Project, 'characterReferences'>): string | null {
  const named = project.characterReferences.find(({ name }) => namesCharacter(`${title} ${description}`, name));
  return named?.imageUrl ?? null;
}

function lacksNeighbor(scene: Scene, scenes: readonly Scene[]): boolean {
  const generating = new Set(scenes.filter(({ status }) => status === 'generating').map(({ id }) => id));
  const { before, after } = missingNeighbors(scene, scenes, generating);
  return before !== null || after !== null;
}

/** Whether the scene’s text has changed since its clip was generated. */
function isEdited(scene: Scene, project: Pick<Project, 'characterReferences'>): boolean {
  return isEditedSinceClip(scene, project.characterReferences, (text) => bytesToHex(sha256(utf8ToBytes(text))));
}
