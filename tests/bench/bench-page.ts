/** The page that the bench drives: it fetches clips once into OPFS, as the app does, and exports them through the real worker. */
import { overlayFontFiles } from '#shared/movie/overlay-font.ts';
import { moviePlan, type MoviePlan, type PlanScene } from '#shared/movie/movie-plan.ts';
import {
  probeClip,
  startExport,
  type ExportInput,
  type ExportTarget,
  type MediaLocation,
} from '#media/worker/client.ts';

export type BenchRun = { seconds: number; movieSeconds: number; sizeBytes: number; perPhaseMs: Record<string, number> };

declare global {
  interface Window {
    bench: {
      load(urls: string[]): Promise<void>;
      run(options: { target: ExportTarget; hasText: boolean; sceneCount: number }): Promise<BenchRun>;
    };
  }
}

const scenes: PlanScene[] = [];
const sources: ExportInput['sources'] = {};

window.bench = {
  async load(urls) {
    const directory = await (await navigator.storage.getDirectory()).getDirectoryHandle('clips', { create: true });
    for (const [index, url] of urls.entries()) {
      const name = `clip-${index}.mp4`;
      const file = await directory.getFileHandle(name, { create: true });
      const { body } = await fetch(url);
      if (body === null) throw new Error(`${url} has no body`);
      await body.pipeTo(await file.createWritable());
      await addScene(index, name, { kind: 'opfs', path: { directories: ['clips'], name } });
    }
  },
  async run({ target, hasText, sceneCount }) {
    const plan = planOf(sceneCount, hasText);
    const name = `${crypto.randomUUID()}.mp4`;
    const perPhaseMs: Record<string, number> = {};
    const startedMs = performance.now();
    let phase = { name: 'start', sinceMs: startedMs };
    const enter = (next: string): void => {
      const now = performance.now();
      perPhaseMs[phase.name] = (perPhaseMs[phase.name] ?? 0) + now - phase.sinceMs;
      phase = { name: next, sinceMs: now };
    };
    const fonts = await Promise.all(
      overlayFontFiles.map(async ({ path, unicodeRange }) => ({
        data: await (await fetch(path)).arrayBuffer(),
        unicodeRange,
      })),
    );
    const result = await startExport(
      { jobId: name, plan, target, sources, fonts, output: { directories: ['exports'], name } },
      { onProgress: (progress) => progress.phase !== phase.name && enter(progress.phase) },
    );
    enter('end');
    const exports = await (await navigator.storage.getDirectory()).getDirectoryHandle('exports');
    await exports.removeEntry(name);
    const last = plan.scenes.at(-1);
    return {
      seconds: result.elapsedMs / 1000,
      movieSeconds: last === undefined ? 0 : (last.startFrame + last.frameCount) / 24,
      sizeBytes: result.sizeBytes,
      perPhaseMs,
    };
  },
};

async function addScene(index: number, name: string, location: MediaLocation): Promise<void> {
  const { width, height, fps, frameCount, hasAudio, sizeBytes } = await probeClip(location);
  sources[name] = location;
  scenes.push({
    sceneId: name,
    sceneNumber: index + 1,
    title: name,
    clip: { sha256: name, url: '', sizeBytes, width, height, fps, frameCount, hasAudio },
    inFrame: 0,
    outFrame: frameCount,
    startFrame: 0,
    frameCount,
    overlays: [],
    gainDb: 0,
    muted: false,
    transition: null,
  });
}

function planOf(sceneCount: number, hasText: boolean): MoviePlan {
  let startFrame = 0;
  const played = scenes.slice(0, sceneCount).map((scene): PlanScene => {
    const placed = {
      ...scene,
      startFrame,
      overlays: hasText
        ? [
            {
              text: `Scene ${scene.sceneNumber}: the river at dawn`,
              fontSize: 48,
              color: '#FFFFFF',
              position: 'bottom' as const,
              startUs: 0,
              endUs: 60_000_000,
            },
          ]
        : [],
    };
    startFrame += scene.frameCount;
    return placed;
  });
  const empty = moviePlan(
    { id: '00000000-0000-7000-8000-000000000000', title: 'Bench', music: null, levelling: false },
    [],
  );
  return { ...empty, frameCount: startFrame, scenes: played };
}
