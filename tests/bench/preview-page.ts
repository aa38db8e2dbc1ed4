/** Our own player: how long a picture takes after a seek, how soon a movie plays, and how many of its frames are shown. */
import { createEnginePlayer } from '#player/engine-player.ts';
import type { MoviePlayer } from '#player/movie-player.ts';
import { moviePlan, type MoviePlan, type PlanScene } from '#shared/movie/movie-plan.ts';
import { readScrubFile } from '#opfs/scrub-files.ts';
import { frameTimeUs } from '#shared/movie/time.ts';
import { clipSummary } from '#tests/helpers/clips/clip-summary.ts';
import { clipsOf } from '#tests/helpers/playback/player-stage.ts';
import { randomFrom } from '#tests/helpers/seeded-random.ts';
import { makeScrubCopy, type ExportInput } from '#media/worker/client.ts';
import { clipName, readClips, storeClips, wholeScene, type PageRun } from './bench-window.ts';
import { percentile } from './timeline/frame-work.ts';

const SEEKS = 60;
const SCRUBBED_MS = 3_000;
/** Frames of the movie that are played. */
const PLAYED = 20 * 24;
/** Places from which it is played. */
const STARTS = 10;

/** Played by the row of long play, and when its memory is looked at first. */
const LONG_MS = 10 * 60_000;
const EARLY_MS = 2 * 60_000;

/** What a person no longer notices, or what is asked of an editor: milliseconds, pictures per second, and percent. */
const AIMS = {
  first: [40, 120],
  exact: [250, 450],
  kept: 16,
  scrub: 30,
  start: 100,
} as const;

type Drawn = { frame: number; atMs: number };
type Preview = {
  it: MoviePlayer;
  plan: MoviePlan;
  /** Exact pictures. */
  shown: Drawn[];
  /** Those and the small ones. */
  seen: Drawn[];
  onNext(): Promise<void>;
};

let clipUrls: string[] = [];

window.bench = {
  async load(urls) {
    clipUrls = urls;
    await storeClips(urls);
  },
  async run(method, clipCount): Promise<PageRun> {
    // The first run makes them, as an editor does before anybody scrubs.
    await makeCopies();
    const startedMs = performance.now();
    const preview = await openPreview(Math.min(clipCount, clipUrls.length));
    try {
      const note = (await (method === 'long' ? playedLong(preview, clipCount) : measured(preview))).join(', ');
      return { seconds: (performance.now() - startedMs) / 1_000, checkedSeconds: null, sizeBytes: 0, note };
    } finally {
      preview.it.close();
    }
  },
};

async function measured(preview: Preview): Promise<string[]> {
  const { it, plan, shown } = preview;
  const random = randomFrom(1);
  const place = (): number => 4 + Math.floor(random() * (plan.frameCount - 8));
  const [first, exact, kept]: [number[], number[], number[]] = [[], [], []];
  for (let seek = 0; seek < SEEKS; seek += 1) {
    const frame = place();
    const took = await seekTo(preview, frame);
    first.push(took.first);
    exact.push(took.exact);
    // Frames before the sought one are kept as they are decoded.
    kept.push((await seekTo(preview, frame - 2)).exact);
    await rest();
  }
  const scrubbed = await scrub(preview);
  const starts: number[] = [];
  for (let start = 0; start < STARTS; start += 1) starts.push(await playFrom(preview, place()));
  await seekTo(preview, 0);
  await rest();
  const played = shown.length;
  it.play();
  const until = Math.min(PLAYED, plan.frameCount - 24);
  while (frameOf(it, plan) < until) await preview.onNext();
  it.pause();
  const drawn = new Set(shown.slice(played).map(({ frame }) => frame)).size;
  return [
    `seek to the first picture p50/p95 ${percentiles(first)} ms${ofAim(first, AIMS.first)}`,
    `to the exact frame ${percentiles(exact)} ms${ofAim(exact, AIMS.exact)}`,
    `kept ${percentiles(kept)} ms${ofAim(kept, [AIMS.kept, AIMS.kept])}`,
    `scrub ${scrubbed.toFixed(0)} pictures/s (${(scrubbed / AIMS.scrub).toFixed(2)} × the aim)`,
    `plays ${percentiles(starts)} ms after Play from anywhere${ofAim(starts, [AIMS.start, AIMS.start])}`,
    `${((1 - drawn / until) * 100).toFixed(1)} % of ${until} frames left out`,
  ];
}

/** Plays the movie again and again. What memory it took by `EARLY_MS` is in the column “without check”: it grows no more. */
async function playedLong(preview: Preview, clipCount: number): Promise<string[]> {
  const { it, seen } = preview;
  const lengthMs = clipCount > 1 ? LONG_MS : EARLY_MS / 4;
  const startedMs = performance.now();
  let isEarly = true;
  while (performance.now() - startedMs < lengthMs) {
    // It stops at its end.
    if (!it.getState().isPlaying) it.play();
    await preview.onNext();
    if (!isEarly || performance.now() - startedMs < EARLY_MS) continue;
    isEarly = false;
    await window.fileIsReadable();
  }
  it.pause();
  // Nobody needs the list.
  return [`${seen.length} pictures in ${(lengthMs / 60_000).toFixed(1)} min`];
}

async function makeCopies(): Promise<void> {
  const never = new AbortController().signal;
  for (const [index, file] of (await readClips(clipUrls.length)).entries())
    if ((await readScrubFile(clipName(index))) === null) await makeScrubCopy(file, clipName(index), never);
}

/** Milliseconds until a picture of the frame is drawn, and until the exact one is. */
async function seekTo(preview: Preview, frame: number): Promise<{ first: number; exact: number }> {
  const { it, plan, shown, seen } = preview;
  if (shown.at(-1)?.frame === frame && frameOf(it, plan) === frame) return { first: 0, exact: 0 };
  const [from, startedMs] = [seen.length, performance.now()];
  it.seek(frameTimeUs(frame, plan.fps));
  while (shown.at(-1)?.frame !== frame) await preview.onNext();
  const first = seen.slice(from).find((one) => one.frame === frame)?.atMs ?? Number.NaN;
  return { first: first - startedMs, exact: (shown.at(-1)?.atMs ?? Number.NaN) - startedMs };
}

/** A pointer that goes over the movie from end to end and back, once each frame of the screen: pictures per second. */
async function scrub({ it, plan, seen }: Preview): Promise<number> {
  const first = seen.length;
  const startedMs = performance.now();
  for (let now = startedMs; now - startedMs < SCRUBBED_MS; now = await nextFrame()) {
    const way = ((now - startedMs) / SCRUBBED_MS) * 2;
    it.seek((way < 1 ? way : 2 - way) * frameTimeUs(plan.frameCount - 1, plan.fps));
  }
  return ((seen.length - first) / SCRUBBED_MS) * 1_000;
}

/** Milliseconds from Play until the movie's clock moves. The next picture is due a frame later. */
async function playFrom(preview: Preview, frame: number): Promise<number> {
  const { it } = preview;
  await seekTo(preview, frame);
  // Whoever plays has looked first.
  await rest();
  const [fromUs, startedMs] = [it.now(), performance.now()];
  it.play();
  while (it.now() <= fromUs) await nextTask();
  const took = performance.now() - startedMs;
  it.pause();
  return took;
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

async function rest(): Promise<void> {
  for (let frame = 0; frame < 20; frame += 1) await nextFrame();
}

/** How many times the aim the figures are; below 1 is better. */
function ofAim(values: readonly number[], [half, most]: readonly [number, number]): string {
  return ` (${(percentile(values, 0.5) / half).toFixed(2)}/${(percentile(values, 0.95) / most).toFixed(2)} × the aim)`;
}

function frameOf(it: MoviePlayer, plan: MoviePlan): number {
  return Math.floor((it.now() * plan.fps.num) / (plan.fps.den * 1_000_000));
}

function nextFrame(): Promise<number> {
  return new Promise(requestAnimationFrame);
}

function percentiles(values: readonly number[]): string {
  return `${percentile(values, 0.5).toFixed(0)}/${percentile(values, 0.95).toFixed(0)}`;
}

async function openPreview(clipCount: number): Promise<Preview> {
  const stage = document.createElement('div');
  Object.assign(stage.style, { position: 'relative', width: '640px', height: '360px' });
  document.body.append(stage);
  const { plan, sources } = await planOf(clipCount);
  const [shown, seen]: [Drawn[], Drawn[]] = [[], []];
  let wake: () => void = () => undefined;
  const see = (frame: number, isExact: boolean): void => {
    const drawn = { frame, atMs: performance.now() };
    seen.push(drawn);
    if (isExact) shown.push(drawn);
    wake();
  };
  const it = createEnginePlayer({
    stage,
    plan,
    clips: clipsOf(sources).clips,
    onShown: (frame) => see(frame, true),
    onScrubbed: (frame) => see(frame, false),
  });
  const onNext = (): Promise<void> => new Promise((resolve) => (wake = resolve));
  const preview = { it, plan, shown, seen, onNext };
  while (shown.length === 0) await onNext();
  return preview;
}

async function planOf(clipCount: number): Promise<{ plan: MoviePlan; sources: ExportInput['sources'] }> {
  const sources: ExportInput['sources'] = {};
  const scenes: PlanScene[] = [];
  let startFrame = 0;
  for (const [index, file] of (await readClips(clipCount)).entries()) {
    const facts = await clipSummary(file);
    sources[clipName(index)] = { kind: 'blob', blob: file };
    scenes.push(wholeScene(index, facts, startFrame));
    startFrame += facts.frameCount;
  }
  const [first] = scenes;
  if (first === undefined) throw new RangeError('A movie needs a clip');
  const { fps, width, height } = first.clip;
  const empty = moviePlan({ id: 'p', title: 'Movie', audio: [], levelling: false }, []);
  return { plan: { ...empty, fps, width, height, frameCount: startFrame, scenes }, sources };
}
