/** Movies that stay in the codec of their clips: all of one configuration, and no frame of them changed. */
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { sameFps } from '#shared/movie/time.ts';
import type { CodecEntry } from '#shared/mp4/mp4-index.ts';
import { sameTags } from '#shared/color/color-tags.ts';
import type { ExportTarget } from './export-target.ts';
import { copiedStretch, copyRuns } from './copy-runs.ts';
import type { ScenePair } from './plan-audio.ts';
import type { CopiedVideo, ExportPlan } from './plan-types.ts';
import { touchOf } from './touched-frames.ts';

/** Null where anything would have to be encoded, or the file is to have another codec. */
export function planShared(
  plan: MoviePlan,
  pairs: readonly ScenePair[],
  target: ExportTarget,
): Pick<ExportPlan, 'video' | 'tags' | 'shared'> | null {
  const [first] = pairs;
  if (first === undefined) return null;
  const { shareable, color } = first.clip.video;
  if (shareable === null || !takesCodec(target, shareable.entry.format)) return null;
  if (!pairs.every((pair) => isAlike(plan, pair, first, target))) return null;
  const video: CopiedVideo[] = [];
  for (const pair of pairs) {
    const stretches = wholeScene(plan, pair);
    if (stretches === null) return null;
    video.push(...stretches);
  }
  return { video, tags: color, shared: shareable.entry };
}

/** An MP4 is H.264 unless it is to keep the clips' codec; a WebM is always VP9. */
function takesCodec(target: ExportTarget, format: CodecEntry['format']): boolean {
  return target.format === 'webm' ? format === 'vp09' : target.keepsCodec === true;
}

function isAlike(plan: MoviePlan, { scene, clip }: ScenePair, first: ScenePair, target: ExportTarget): boolean {
  const { video } = clip;
  return (
    video.shareable?.key === first.clip.video.shareable?.key &&
    video.width === target.width &&
    video.height === target.height &&
    sameTags(video.color, first.clip.video.color) &&
    sameFps(video.fps, plan.fps) &&
    sameFps(scene.clip.fps, plan.fps)
  );
}

/** Null where not every frame of the scene can be copied. */
function wholeScene(plan: MoviePlan, pair: ScenePair): CopiedVideo[] | null {
  const { scene, clip, index } = pair;
  const { shareable } = clip.video;
  if (shareable === null) return null;
  const runs = copyRuns(shareable, scene.inFrame, scene.outFrame, touchOf(plan, pair).isTouched);
  const copied = runs.reduce((sum, { frameCount }) => sum + frameCount, 0);
  if (copied !== scene.frameCount) return null;
  return runs.map((run) => copiedStretch(index, scene.startFrame + run.firstFrame - scene.inFrame, run, shareable));
}
