/** Which frames of a clip a scene shows, one by one, and how ffmpeg is told so. */
import { frameOnScreen } from '#shared/clip/frame-on-screen.ts';
import type { VideoFacts } from '#shared/clip/clip-facts.ts';
import { clipFrameAt, type PlanScene } from '#shared/movie/movie-plan.ts';
import type { Fps } from '#shared/movie/time.ts';

/** The frame of the clip for each of the scene's frames from `first` to before `end`, as the browser's export shows them. */
export function shownFrames(
  scene: PlanScene,
  video: Pick<VideoFacts, 'frameTimesUs' | 'fps'>,
  { first, end, fps }: { first: number; end: number; fps: Fps },
): number[] {
  return Array.from({ length: end - first }, (_, at) => frameOnScreen(video, clipFrameAt(scene, first + at, fps)));
}

/**
 * Filters that give just these frames, which rise, at the movie's rate. Frames are counted as they are decoded, from the
 * file's first on: times in files are rounded, and seeking by them would be a guess.
 */
export function choiceFilters(shown: readonly number[], fps: Fps): string[] {
  const [first = 0] = shown;
  const last = shown.at(-1) ?? first;
  const base = [`settb=${fps.den}/${fps.num}`];
  const isRun = shown.every((frame, at) => frame === first + at);
  if (isRun) return [`trim=start_frame=${first}:end_frame=${last + 1}`, ...base, 'setpts=N'];
  const kept = [...new Set(shown)];
  return [
    `trim=start_frame=${first}:end_frame=${last + 1}`,
    `select='${isOneOf(kept.map((frame) => frame - first))}'`,
    ...base,
    // The time behind the last frame is asked for, too: it is how long that one is shown.
    `setpts='${tableOf([...kept.map((frame) => shown.indexOf(frame)), shown.length])}'`,
    `fps=fps=${fps.num}/${fps.den}:start_time=0`,
    `tpad=stop_mode=clone:stop=${shown.length}`,
    `trim=end_frame=${shown.length}`,
    ...base,
    'setpts=N',
  ];
}

/** 1 for a frame number among these, which rise; as a search by halves, so that it is no slower for many. */
function isOneOf(frames: readonly number[]): string {
  const runs: { from: number; to: number }[] = [];
  for (const frame of frames) {
    const run = runs.at(-1);
    if (run !== undefined && run.to === frame - 1) run.to = frame;
    else runs.push({ from: frame, to: frame });
  }
  const search = (from: number, to: number): string => {
    if (to - from === 1) return `between(n,${runs[from]?.from},${runs[from]?.to})`;
    const middle = (from + to) >> 1;
    return `if(lt(n,${runs[middle]?.from}),${search(from, middle)},${search(middle, to)})`;
  };
  return search(0, runs.length);
}

/** The N-th of these numbers, and the last from there on. */
function tableOf(values: readonly number[]): string {
  const search = (from: number, to: number): string => {
    if (to - from === 1) return String(values[from]);
    const middle = (from + to) >> 1;
    return `if(lt(N,${middle}),${search(from, middle)},${search(middle, to)})`;
  };
  return search(0, values.length);
}
