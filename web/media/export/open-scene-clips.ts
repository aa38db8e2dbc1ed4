/** Opens the clips that a movie is made of. */
import { MediaFailure } from '../failures.ts';
import { openClip, unreadable, type OpenClip } from '../probe/open-clip.ts';
import type { ExportInput } from '../worker/protocol.ts';
import type { ExportDeps } from './export-deps.ts';

/** Opens each file once. What is opened stands in `clips`, which the caller closes, whatever happens. */
export async function openSceneClips(
  { plan, sources }: Pick<ExportInput, 'plan' | 'sources'>,
  deps: Pick<ExportDeps, 'openSource'>,
  clips: Map<string, OpenClip>,
  signal: AbortSignal,
): Promise<OpenClip[]> {
  const opened: OpenClip[] = [];
  for (const scene of plan.scenes) {
    signal.throwIfAborted();
    const { sceneNumber } = scene;
    const { sha256 } = scene.clip;
    const location = sources[sha256];
    if (location === undefined) throw new MediaFailure('source-missing', { sceneNumber });
    const clip = clips.get(sha256) ?? (await openClip(await deps.openSource(location, sceneNumber), { sceneNumber }));
    clips.set(sha256, clip);
    if (scene.outFrame > clip.facts.video.frameCount)
      throw unreadable(
        new Error(`The clip has ${clip.facts.video.frameCount} frames, not ${scene.outFrame}`),
        sceneNumber,
      );
    opened.push(clip);
  }
  return opened;
}
