/** The status of a project, derived from its scenes by one rule on both sides. */
import type { ProjectStatus } from '../entities/project.ts';
import type { Scene, SceneStatus } from '../entities/scene.ts';

type Segment = Pick<Scene, 'id' | 'status' | 'isExtension' | 'parentSceneId'>;

/** A scene with its extensions is complete when all are; any that generates or failed speaks for the whole. */
export function sceneWithSegmentsStatus(scene: Segment, all: readonly Segment[]): SceneStatus {
  const statuses = [scene, ...all.filter((row) => row.isExtension && row.parentSceneId === scene.id)].map(
    (row) => row.status,
  );
  if (statuses.includes('generating')) return 'generating';
  if (statuses.includes('failed')) return 'failed';
  return statuses.every((status) => status === 'complete') ? 'complete' : 'pending';
}

export function projectStatus(scenes: readonly Segment[]): ProjectStatus {
  const statuses = scenes.map((scene) => scene.status);
  if (statuses.includes('generating')) return 'generating';
  if (statuses.includes('failed')) return 'failed';
  return statuses.length > 0 && statuses.every((status) => status === 'complete') ? 'complete' : 'draft';
}

export type GenerationCounts = {
  total: number;
  complete: number;
  failed: number;
  generating: number;
  percent: number;
  isFinished: boolean;
};

/** The counters of the progress dialog. Scenes are counted, not segments. */
export function generationCounts(rows: readonly Segment[]): GenerationCounts {
  const statuses = rows.filter((row) => !row.isExtension).map((row) => sceneWithSegmentsStatus(row, rows));
  const count = (wanted: SceneStatus) => statuses.filter((status) => status === wanted).length;
  const [total, complete, failed, generating] = [
    statuses.length,
    count('complete'),
    count('failed'),
    count('generating'),
  ];
  return {
    total,
    complete,
    failed,
    generating,
    percent: total === 0 ? 0 : Math.round(((complete + failed) / total) * 100),
    isFinished: total > 0 && generating === 0 && complete + failed === total,
  };
}
