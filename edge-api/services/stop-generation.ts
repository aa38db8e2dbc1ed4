/** Stopping generation, and clearing what came of it. Everything here only writes rows; the job runner tells the model. */
import { setBreakdown, setIdle, setUnworkedIdle } from '#edge-api/repos/generated-scenes.ts';
import { cancelJobs, wakeWaiting } from '#edge-api/repos/jobs.ts';
import { expectUnchanged } from '#edge-api/repos/projects.ts';
import { AppError } from '#shared/errors.ts';
import { writeOnce, type Caller, type GenerationDeps } from './generation.ts';
import { ownProject, ownScene } from './project-view.ts';
import { generationWords } from './words.ts';

/**
 * Stops a project's generation. Finished clips that only have to be downloaded still are.
 * @throws AppError `not_found`, `idempotency_mismatch`
 */
export async function cancelGeneration(deps: GenerationDeps, caller: Caller, projectId: string): Promise<void> {
  await writeOnce(deps, caller, `cancel ${projectId}`, async () => {
    const { record: project } = await ownProject(deps, caller.userId, projectId);
    const nowMs = deps.now();
    const breakdown =
      project.breakdownStatus === 'running' ? [setBreakdown(projectId, { status: null, error: null, nowMs })] : [];
    return [
      ...cancelJobs({ projectId }, nowMs, { keepMade: true }),
      setUnworkedIdle({ projectId }, nowMs),
      ...breakdown,
    ];
  });
}

/**
 * Stops the generation of one scene with its extensions. A finished clip that only has to be downloaded still is. Scenes
 * that waited for it are looked at again.
 * @returns the id of its project
 * @throws AppError `not_found`, `invalid_input` for an extension, `idempotency_mismatch`
 */
export async function cancelScene(deps: GenerationDeps, caller: Caller, sceneId: string): Promise<string> {
  const { projectId } = await ownScene(deps, caller.userId, sceneId);
  await writeOnce(deps, caller, `cancel scene ${sceneId}`, async () => {
    const scene = await ownScene(deps, caller.userId, sceneId);
    if (scene.isExtension) throw new AppError('invalid_input', generationWords.cancelExtension);
    const nowMs = deps.now();
    return [
      ...cancelJobs({ sceneId }, nowMs, { keepMade: true }),
      setUnworkedIdle({ sceneId }, nowMs),
      wakeWaiting(projectId),
    ];
  });
  return projectId;
}

/**
 * Clears a scene's failure: it becomes pending again, or complete if it has a clip.
 * @returns the id of its project
 * @throws AppError `not_found`, `idempotency_mismatch`
 */
export async function dismissFailure(deps: GenerationDeps, caller: Caller, sceneId: string): Promise<string> {
  const { projectId } = await ownScene(deps, caller.userId, sceneId);
  await writeOnce(deps, caller, `dismiss ${sceneId}`, async () => {
    const { scenes, revision } = await ownProject(deps, caller.userId, projectId);
    const failed = scenes.filter(
      ({ id, parentSceneId, status }) => (id === sceneId || parentSceneId === sceneId) && status === 'failed',
    );
    return [expectUnchanged(projectId, revision), ...failed.map(({ id }) => setIdle(id, null, deps.now()))];
  });
  return projectId;
}
