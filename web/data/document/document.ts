/** A project with its scenes, as one value that changes are applied to. */
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';

/** A deleted scene with its extension segments, kept so that the deletion can be taken back. */
export type Tombstone = {
  sceneId: string;
  rows: Scene[];
  /** Milliseconds since the epoch. */
  deletedAt: number;
};

export type ProjectDocument = {
  /** Null before the project is created and after it is deleted. */
  project: Project | null;
  scenes: Scene[];
  tombstones: Tombstone[];
};

export const EMPTY_DOCUMENT: ProjectDocument = { project: null, scenes: [], tombstones: [] };
