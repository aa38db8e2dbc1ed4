/** Our own engine, through its real worker. */
import { overlayFontFiles } from '#shared/movie/overlay-font.ts';
import { moviePlan, type MoviePlan, type PlanScene } from '#shared/movie/movie-plan.ts';
import {
  exportCapability,
  startExport,
  type ExportInput,
  type ExportTarget,
  type MediaLocation,
} from '#media/worker/client.ts';
import { blobAt } from '#media/probe/locate.ts';
import { clipSummary } from '#tests/helpers/clips/clip-summary.ts';
import { BENCH_VIDEO, clipName, readClips, storeClips, wholeScene, type PageRun } from './bench-window.ts';

/** What an export is asked for. */
type Method = {
  /** Whether the scene of this position carries text. */
  hasText(index: number): boolean;
  /** Frames cut off the head and the end of every scene: one at the head is enough to have all of it encoded. */
  cut: { head: number; end: number };
  /** Pieces of music under all of the movie: the clips' own sound again and again, half of them giving way to speech. */
  pieces: number;
  output: 'opfs' | 'blob';
  /**
   * Whether the plan was not asked for before: a fresh worker reads every clip behind the click. It starts slower here than in the
   * built app, because its modules are served one by one; "starting" tells for how long.
   */
  isCold: boolean;
};

const UNTOUCHED: Method = { hasText: () => false, cut: { head: 0, end: 0 }, pieces: 0, output: 'opfs', isCold: false };

/** By the name that the rows call them by. Untouched clips of one kind are copied, those with text are encoded. */
const methods: Record<string, Method> = {
  untouched: UNTOUCHED,
  'untouched-cold': { ...UNTOUCHED, isCold: true },
  'untouched-by-reference': { ...UNTOUCHED, output: 'blob' },
  'untouched-by-reference-cold': { ...UNTOUCHED, output: 'blob', isCold: true },
  'ends-cut': { ...UNTOUCHED, cut: { head: 0, end: 24 } },
  'text-on-some': { ...UNTOUCHED, hasText: (index) => index % 5 === 2 },
  'text-everywhere': { ...UNTOUCHED, hasText: () => true },
  'ten-pieces': { ...UNTOUCHED, pieces: 10 },
  'encoded-everywhere': { ...UNTOUCHED, cut: { head: 1, end: 0 } },
};

const TARGET: ExportTarget = { width: BENCH_VIDEO.width, height: BENCH_VIDEO.height, format: 'mp4', label: '720p' };

const scenes: PlanScene[] = [];
const sources: ExportInput['sources'] = {};

window.bench = {
  async load(urls) {
    await storeClips(urls);
    for (const [index] of (await readClips(urls.length)).entries()) await addScene(index);
  },
  async run(name, clipCount) {
    const method = methods[name];
    if (method === undefined) throw new RangeError(`There is no method ${name}`);
    return await exportOnce(planOf(clipCount, method), method);
  },
};

/**
 * Times what a person waits for, from the click until the file can be read; and until it has been checked. As in
 * the app, the plan was asked for before unless the method is cold, and fonts are loaded where there is text. Nothing is kept
 * from earlier runs.
 */
async function exportOnce(plan: MoviePlan, method: Method): Promise<PageRun> {
  const name = `${crypto.randomUUID()}.mp4`;
  const output: ExportInput['output'] =
    method.output === 'blob' ? { kind: 'blob' } : { kind: 'opfs', path: { directories: ['exports'], name } };
  await forgetStretches();
  const told = method.isCold ? null : await askForPlan(plan);
  const startedMs = performance.now();
  const phases = createPhaseClock();
  const hasText = plan.scenes.some(({ overlays }) => overlays.length > 0);
  const fonts = hasText ? await overlayFonts() : [];
  const result = await startExport(
    { jobId: name, plan, target: TARGET, sources, fonts, output, leavesOutSound: false, madeAt: Date.now() },
    {
      onProgress: ({ phase }) => {
        if (phases.enter(phase) && phase === 'checking') void window.fileIsReadable();
      },
    },
  );
  const note = [...(told === null ? [] : [`told ${told.toFixed(2)}`]), phases.end()].join(', ');
  const checkSeconds = (result.elapsedMs - result.writtenMs) / 1000;
  const checkedSeconds = (performance.now() - startedMs) / 1000;
  if (output.kind === 'opfs')
    await (await (await navigator.storage.getDirectory()).getDirectoryHandle('exports')).removeEntry(name);
  return { seconds: checkedSeconds - checkSeconds, checkedSeconds, sizeBytes: result.sizeBytes, note };
}

/** The seconds that the dialog would tell. */
async function askForPlan(plan: MoviePlan): Promise<number> {
  const capability = await exportCapability({ plan, sources, target: TARGET });
  if (!capability.can || capability.summary === null) throw new Error('This browser can’t write the movie');
  // Whoever reads the plan takes a moment.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  return capability.summary.seconds;
}

async function forgetStretches(): Promise<void> {
  const root = await navigator.storage.getDirectory();
  for await (const name of root.keys()) if (name === 'segments') await root.removeEntry(name, { recursive: true });
}

/** Sums the time that each phase of an export took. */
function createPhaseClock(): { enter(name: string): boolean; end(): string } {
  const spentMs = new Map<string, number>();
  let phase = { name: 'starting', sinceMs: performance.now() };
  const enter = (name: string): boolean => {
    if (name === phase.name) return false;
    const now = performance.now();
    spentMs.set(phase.name, (spentMs.get(phase.name) ?? 0) + now - phase.sinceMs);
    phase = { name, sinceMs: now };
    return true;
  };
  return {
    enter,
    end() {
      enter('done');
      return [...spentMs].map(([name, ms]) => `${name} ${(ms / 1000).toFixed(2)}`).join(', ');
    },
  };
}

async function overlayFonts(): Promise<ExportInput['fonts']> {
  return await Promise.all(
    overlayFontFiles.map(async ({ path, weight, unicodeRange }) => ({
      weight,
      data: await (await fetch(path)).arrayBuffer(),
      unicodeRange,
    })),
  );
}

async function addScene(index: number): Promise<void> {
  const location: MediaLocation = { kind: 'opfs', path: { directories: ['clips'], name: clipName(index) } };
  sources[clipName(index)] = location;
  scenes.push(wholeScene(index, await clipSummary(await blobAt(location))));
}

function planOf(sceneCount: number, { hasText, cut, pieces }: Method): MoviePlan {
  let startFrame = 0;
  const played = scenes.slice(0, sceneCount).map((scene, index): PlanScene => {
    const overlays = hasText(index) ? [textOf(scene)] : [];
    const outFrame = scene.frameCount - cut.end;
    const frameCount = outFrame - cut.head;
    const placed = { ...scene, inFrame: cut.head, outFrame, frameCount, startFrame, overlays };
    startFrame += frameCount;
    return placed;
  });
  const audio = Array.from({ length: pieces }, (_, index) => musicOf(index));
  const empty = moviePlan({ id: '00000000-0000-7000-8000-000000000000', title: 'Bench', audio, levelling: false }, []);
  return { ...empty, frameCount: startFrame, scenes: played };
}

function musicOf(index: number): MoviePlan['audio'][number] {
  const name = clipName(index % scenes.length);
  const mediaId = String(index).padStart(64, '0');
  sources[mediaId] = { kind: 'opfs', path: { directories: ['clips'], name } };
  return {
    id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    ...{ kind: 'music', mediaId, name, startSeconds: index / 4, inSeconds: 0, outSeconds: 8, gainDb: -12 },
    ...{ fadeInSeconds: 1, fadeOutSeconds: 1, loop: true, lengthSeconds: null, muted: false },
    ...{ duckDb: index % 2 === 0 ? 9 : 0, duckSeconds: 0.3 },
  };
}

function textOf({ sceneNumber }: PlanScene): PlanScene['overlays'][number] {
  return {
    text: `Scene ${sceneNumber}: the river at dawn`,
    fontSize: 48,
    color: '#FFFFFF',
    position: 'bottom',
    startUs: 0,
    endUs: 60_000_000,
  };
}
