/** The document as the person sees it: the server's rows with everything unsent laid over them. */
import type { Change } from '../change.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { renumber } from '#shared/rules/scene-order.ts';
import { withTextIds } from '#shared/rules/text-changes.ts';
import { applyChange } from './apply-change.ts';
import { deriveProject } from './derive.ts';
import type { ProjectDocument } from './document.ts';

/** What the server last told of a project. */
export type DocumentBase = ProjectDocument & {
  /** Whether the scenes were ever pulled; a list of projects comes without them. */
  hasScenes: boolean;
};

/** Before anything is known of a project: it is about to be created here, so its scenes are known to be none. */
export const EMPTY_BASE: DocumentBase = { project: null, scenes: [], tombstones: [], hasScenes: true };

/**
 * Replays changes in their order. With nothing to replay the server's own totals stand; else they are derived here,
 * as long as the scenes are known.
 */
export function rebuild(base: DocumentBase, changes: readonly Change[]): ProjectDocument {
  const document: ProjectDocument = { project: base.project, scenes: base.scenes, tombstones: base.tombstones };
  const changed = withNamedTexts(changes.reduce(applyChange, document));
  if (changes.length === 0) return changed;
  if (!changed.project || !base.hasScenes) return changed;
  // A scene that was deleted elsewhere and edited here keeps its old number, which the next scene has by now too.
  const scenes = renumber(changed.scenes);
  return { ...changed, scenes, project: deriveProject(changed.project, scenes) };
}

/** Texts in the bare form get ids here: what is drawn can be edited one by one. */
function withNamedTexts(document: ProjectDocument): ProjectDocument {
  return { ...document, scenes: document.scenes.map(withNamedTextsOf) };
}

function withNamedTextsOf(scene: Scene): Scene {
  const textOverlays = withTextIds(scene.id, scene.textOverlays);
  return textOverlays === scene.textOverlays ? scene : { ...scene, textOverlays: [...textOverlays] };
}
