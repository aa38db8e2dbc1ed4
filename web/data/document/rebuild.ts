/** The document as the person sees it: the server's rows with everything unsent laid over them. */
import type { Change } from '../change.ts';
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
  if (changes.length === 0) return document;
  const changed = changes.reduce(applyChange, document);
  if (!changed.project || !base.hasScenes) return changed;
  return { ...changed, project: deriveProject(changed.project, changed.scenes) };
}
