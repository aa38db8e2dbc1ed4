/** Opens the clips that a movie is made of. */
import type { PlanScene } from '#shared/movie/movie-plan.ts';
import { MediaFailure } from '../failures.ts';
import { openClip, unreadable, type ClipContent, type OpenClip } from '../probe/open-clip.ts';
import type { ExportInput } from './export-input.ts';
import type { ExportDeps } from './export-deps.ts';

/** Files that are opened at the same time: each waits for its disk most of the time. */
const AT_ONCE = 16;
/** What was found in each clip, for as long as the worker lives: whoever looked at the plan starts the same movie next. */
const knownClips = new Map<string, ClipContent>();

/** Opens each file once. What is opened stands in `clips`, which the caller closes, whatever happens. */
export async function openSceneClips(
  { plan, sources }: Pick<ExportInput, 'plan' | 'sources'>,
  deps: Pick<ExportDeps, 'openSource'>,
  clips: Map<string, OpenClip>,
  signal: AbortSignal,
): Promise<OpenClip[]> {
  const first = new Map(plan.scenes.toReversed().map((scene) => [scene.clip.sha256, scene]));
  const waiting = [...first.values()].toReversed();
  const openNext = async (): Promise<void> => {
    for (let scene = waiting.shift(); scene !== undefined; scene = waiting.shift()) {
      signal.throwIfAborted();
      clips.set(scene.clip.sha256, await openSceneClip(scene, sources, deps));
    }
  };
  const openings = await Promise.allSettled(Array.from({ length: AT_ONCE }, openNext));
  for (const opening of openings) if (opening.status === 'rejected') throw opening.reason;
  return plan.scenes.map((scene) => {
    const clip = clips.get(scene.clip.sha256);
    if (clip === undefined) throw new RangeError(`Scene ${scene.sceneNumber} has no open clip`);
    const { frameCount } = clip.facts.video;
    if (scene.outFrame > frameCount)
      throw unreadable(new Error(`The clip has ${frameCount} frames, not ${scene.outFrame}`), scene.sceneNumber);
    return clip;
  });
}

async function openSceneClip(
  { sceneNumber, clip }: PlanScene,
  sources: ExportInput['sources'],
  deps: Pick<ExportDeps, 'openSource'>,
): Promise<OpenClip> {
  const location = sources[clip.sha256];
  if (location === undefined) throw new MediaFailure('source-missing', { sceneNumber });
  const blob = await deps.openSource(location, sceneNumber);
  const key = `${clip.sha256}:${blob.size}`;
  const opened = await openClip(blob, { sceneNumber, isForCopying: true, known: knownClips.get(key) });
  knownClips.set(key, { facts: opened.facts, taken: opened.taken });
  return opened;
}
