/** The fields of a project that follow from its scenes, by the rules that the server uses too. */
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { hasDemoClips } from '#shared/rules/demo-clips.ts';
import { projectStatus } from '#shared/rules/project-status.ts';
import { inPlayOrder } from '#shared/rules/scene-order.ts';
import { totalDuration } from '#shared/rules/totals.ts';

export function deriveProject(project: Project, scenes: readonly Scene[]): Project {
  const own = inPlayOrder(scenes).filter((scene) => !scene.isExtension);
  return {
    ...project,
    status: projectStatus(scenes),
    totalDuration: totalDuration(scenes),
    sceneCount: own.length,
    posterUrl: own.find((scene) => scene.thumbnailUrl !== null)?.thumbnailUrl ?? null,
    isDemo: hasDemoClips(scenes),
  };
}
