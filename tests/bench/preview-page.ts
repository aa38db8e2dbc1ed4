/** Our own player: how long a picture takes after a seek, how soon a movie plays, and how many of its frames are shown. */
import { createEnginePlayer } from '#player/engine-player.ts';
import type { MoviePlayer } from '#player/movie-player.ts';
import { moviePlan, type MoviePlan, type PlanScene } from '#shared/movie/movie-plan.ts';
import { frameTimeUs } from '#shared/movie/time.ts';
import { clipSummary } from '#tests/helpers/clips/clip-summary.ts';
import { clipsOf } from '#tests/helpers/playback/player-stage.ts';
import { randomFrom } from '#tests/helpers/seeded-random.ts';
import type { ExportInput } from '#media/worker/client.ts';
import { clipName, readClips, storeClips, type PageRun } from './bench-window.ts';

const SEEKS = 60;
const SCRUBBED_MS = 3_000;
/** Frames of the movie that are played. */
const PLAYED = 20 * 24;

type Preview = { it: MoviePlayer; plan: MoviePlan; shown: { frame: number; atMs: number }[]; onNext(): Promise<void> };

let clipUrls: string[] = [];

window.bench = {
  async load(urls) {
    clipUrls = urls;
    await storeClips(urls);
  },
  async run(_, clipCount): Promise<PageRun> {
    const startedMs = performance.now();
    const preview = await openPreview(Math.min(clipCount, clipUrls.length));
    try {
      const note = (await measured(preview)).join(', ');
      return { seconds: (performance.now() - startedMs) / 1_000, checkedSeconds: null, sizeBytes: 0, note };
    } finally {
      preview.it.close();
    }
  },
};

async function measured(preview: Preview): Promise<string[]> {
  const { it, plan } = preview;
  const random = randomFrom(1);
  const cold: number[] = [];
  const kept: number[] = [];
  for (let seek = 0; seek < SEEKS; seek += 1) {
    const frame = 4 + Math.floor(random() * (plan.frameCount - 8));
    cold.push(await seekTo(preview, frame));
    // Frames before the sought one are kept as they are decoded.
    kept.push(await seekTo(preview, frame - 2));
  }
  const scrubbed = await scrub(preview);
  await seekTo(preview, 0);
  const start = await playFrom(preview);
  const { shown } = preview;
  const first = shown.length;
  const until = Math.min(PLAYED, plan.frameCount - 24);
  while (frameOf(it, plan) < until) await preview.onNext();
  it.pause();
  const drawn = new Set(shown.slice(first).map(({ frame }) => frame)).size;
  return [
    `seek to the exact frame p50/p95 ${percentiles(cold)} ms`,
    `kept ${percentiles(kept)} ms`,
    `scrub ${scrubbed.toFixed(0)} pictures/s`,
    `first moving picture ${start.toFixed(0)} ms after Play`,
    `${((1 - drawn / until) * 100).toFixed(1)} % of ${until} frames left out`,
  ];
}

/** Milliseconds until the frame is drawn. */
async function seekTo(preview: Preview, frame: number): Promise<number> {
  const { it, plan, shown } = preview;
  const startedMs = performance.now();
  it.seek(frameTimeUs(frame, plan.fps));
  if (shown.at(-1)?.frame === frame) return 0;
  while (shown.at(-1)?.frame !== frame) await preview.onNext();
  return (shown.at(-1)?.atMs ?? Number.NaN) - startedMs;
}

/** A pointer that goes over the movie from end to end and back, once each frame of the screen: pictures per second. */
async function scrub({ it, plan, shown }: Preview): Promise<number> {
  const first = shown.length;
  const startedMs = performance.now();
  for (let now = startedMs; now - startedMs < SCRUBBED_MS; now = await nextFrame()) {
    const way = ((now - startedMs) / SCRUBBED_MS) * 2;
    it.seek((way < 1 ? way : 2 - way) * frameTimeUs(plan.frameCount - 1, plan.fps));
  }
  return ((shown.length - first) / SCRUBBED_MS) * 1_000;
}

async function playFrom(preview: Preview): Promise<number> {
  // Whoever plays has looked first.
  for (let frame = 0; frame < 30; frame += 1) await nextFrame();
  const startedMs = performance.now();
  preview.it.play();
  while ((preview.shown.at(-1)?.frame ?? 0) < 1) await preview.onNext();
  return performance.now() - startedMs;
}

function frameOf(it: MoviePlayer, plan: MoviePlan): number {
  return Math.floor((it.now() * plan.fps.num) / (plan.fps.den * 1_000_000));
}

function nextFrame(): Promise<number> {
  return new Promise(requestAnimationFrame);
}

function percentiles(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (part: number): string => (sorted[Math.floor(part * (sorted.length - 1))] ?? Number.NaN).toFixed(0);
  return `${at(0.5)}/${at(0.95)}`;
}

async function openPreview(clipCount: number): Promise<Preview> {
  const stage = document.createElement('div');
  Object.assign(stage.style, { position: 'relative', width: '640px', height: '360px' });
  document.body.append(stage);
  const { plan, sources } = await planOf(clipCount);
  const shown: Preview['shown'] = [];
  let wake: () => void = () => undefined;
  const it = createEnginePlayer({
    stage,
    plan,
    clips: clipsOf(sources).clips,
    onShown(frame) {
      shown.push({ frame, atMs: performance.now() });
      wake();
    },
  });
  const onNext = (): Promise<void> => new Promise((resolve) => (wake = resolve));
  const preview = { it, plan, shown, onNext };
  while (shown.length === 0) await onNext();
  return preview;
}

async function planOf(clipCount: number): Promise<{ plan: MoviePlan; sources: ExportInput['sources'] }> {
  const sources: ExportInput['sources'] = {};
  const scenes: PlanScene[] = [];
  let startFrame = 0;
  for (const [index, file] of (await readClips(clipCount)).entries()) {
    const facts = await clipSummary(file);
    const sha256 = clipName(index);
    sources[sha256] = { kind: 'blob', blob: file };
    scenes.push({
      sceneId: sha256,
      sceneNumber: index + 1,
      title: `Scene ${index + 1}`,
      clip: { ...facts, sha256, url: '' },
      inFrame: 0,
      outFrame: facts.frameCount,
      startFrame,
      frameCount: facts.frameCount,
      overlays: [],
      gainDb: 0,
      muted: false,
      fadeInSeconds: 0,
      fadeOutSeconds: 0,
      transition: null,
    });
    startFrame += facts.frameCount;
  }
  const [first] = scenes;
  if (first === undefined) throw new RangeError('A movie needs a clip');
  const { fps, width, height } = first.clip;
  const empty = moviePlan({ id: 'p', title: 'Movie', music: null, levelling: false }, []);
  return { plan: { ...empty, fps, width, height, frameCount: startFrame, scenes }, sources };
}
