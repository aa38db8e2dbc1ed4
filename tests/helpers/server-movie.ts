/** Movies that the server's writer makes of clips on disk. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSource } from '#edge-api/providers/movie-writer/ffmpeg/files.ts';
import { openRenderer } from '#edge-api/providers/movie-writer/ffmpeg/movie-sound.ts';
import { openSceneClips, readFacts } from '#edge-api/providers/movie-writer/ffmpeg/open-clips.ts';
import { ffmpegMovies } from '#edge-api/providers/movie-writer/ffmpeg/writer.ts';
import type { MovieOrder, WritingProgress, WrittenMovie } from '#edge-api/providers/movie-writer/port.ts';
import type { ClipFacts } from '#shared/clip/clip-facts.ts';
import type { ExportTarget } from '#shared/export-plan/export-target.ts';
import { samplesAt, type Fps } from '#shared/movie/time.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { inTemporaryFolder } from './temporary-folder.ts';
import { planOfScenes, type SceneWishes } from './movie-of-clips.ts';

export type ServerScene = SceneWishes & { path: string };

export const FONT_FOLDER = new URL('../../public', import.meta.url).pathname;

/** The plan of scenes by what their files say, and the files by their hash. */
export async function serverPlan(
  specs: readonly ServerScene[],
  fps?: Fps,
): Promise<{ plan: MoviePlan; files: Map<string, string> }> {
  const files = new Map<string, string>();
  const scenes = await Promise.all(
    specs.map(async ({ path, ...wishes }) => {
      const { video, audio, sizeBytes } = await factsOf(path);
      const { width, height, frameCount } = video;
      const sha256 = createHash('sha256')
        .update(await readFile(path))
        .digest('hex');
      files.set(sha256, path);
      const facts = { sizeBytes, width, height, frameCount, fps: video.fps, hasAudio: audio !== null };
      return { wishes, clip: { ...facts, sha256, url: '' } };
    }),
  );
  return { plan: planOfScenes(scenes, fps), files };
}

async function factsOf(path: string): Promise<ClipFacts> {
  const source = await openSource(path);
  try {
    return await readFacts(source);
  } finally {
    await source.close();
  }
}

export type ServerMovie = {
  plan: MoviePlan;
  path: string;
  folder: string;
  written: WrittenMovie;
  progress: WritingProgress[];
  /** When the writer began, by the clock of performance.now(). */
  startedMs: number;
};

export type ServerMovieOptions = Partial<Pick<MovieOrder, 'drawnTexts' | 'leavesOutSound' | 'bitrateScale'>> & {
  fps?: Fps;
  change?: (plan: MoviePlan) => MoviePlan;
  music?: string;
  /** Path of a file that stands in the place of the first clip when the movie is written, though the plan was made for that clip. */
  replaced?: string;
  program?: string | null;
  /** For the movie; left out for a new one. */
  folder?: string;
  signal?: AbortSignal;
  onProgress?: (progress: WritingProgress) => void;
};

/** Writes a movie into a folder of its own, which stays until the test removes it. */
export async function serverMovie(
  specs: readonly ServerScene[],
  target: ExportTarget,
  options: ServerMovieOptions = {},
): Promise<ServerMovie> {
  const { plan: whole, files } = await serverPlan(specs, options.fps);
  const plan = options.change?.(whole) ?? whole;
  const [first] = plan.scenes;
  if (options.replaced !== undefined && first !== undefined) files.set(first.clip.sha256, options.replaced);
  for (const { mediaId } of plan.audio) if (options.music !== undefined) files.set(mediaId, options.music);
  const folder = options.folder ?? join(tmpdir(), `storyreel-server-movie-${randomUUID()}`);
  await mkdir(folder, { recursive: true });
  const path = join(folder, `movie.${target.format}`);
  const progress: WritingProgress[] = [];
  const onProgress = (step: WritingProgress): void => {
    progress.push(step);
    options.onProgress?.(step);
  };
  const startedMs = performance.now();
  try {
    const written = await writeOnServer({ plan, target, files, folder, path, options: { ...options, onProgress } });
    const left = await readdir(folder);
    if (left.length !== 1) throw new Error(`The writer left ${left.join(', ')}`);
    return { plan, path, folder, written, progress, startedMs };
  } catch (error) {
    const left = await readdir(folder);
    await rm(folder, { recursive: true, force: true });
    if (left.length > 0) throw new Error(`The writer left ${left.join(', ')}`, { cause: error });
    throw error;
  }
}

export type ServerOrder = {
  plan: MoviePlan;
  target: ExportTarget;
  files: ReadonlyMap<string, string>;
  folder: string;
  path: string;
  options: ServerMovieOptions;
};

/** Runs the writer as the server does. */
export async function writeOnServer(of: ServerOrder): Promise<WrittenMovie> {
  const { program = '/usr/bin/ffmpeg', signal = new AbortController().signal, onProgress } = of.options;
  const writer = ffmpegMovies({ program, fontFolder: FONT_FOLDER });
  return await writer.write(orderOf(of), signal, (step) => onProgress?.(step));
}

const SOUND_FORMAT = { sampleRate: 48_000, channels: 2 };

/** All of a movie's sound as the server hands it to its encoder: each channel's samples at 48,000 hertz. */
export async function serverSound(plan: MoviePlan, files: ReadonlyMap<string, string>): Promise<Float32Array[]> {
  return await inTemporaryFolder(async ({ folder }) => {
    const signal = new AbortController().signal;
    const ffmpeg = { program: '/usr/bin/ffmpeg', folder, signal };
    const opened: Parameters<typeof openSceneClips>[1] = new Map();
    const open = async (sha256: string): Promise<string> => Promise.resolve(files.get(sha256) ?? '');
    try {
      const clips = await openSceneClips({ plan, open }, opened, { signal, ffmpeg });
      const audio = plan.audio.map(({ mediaId }) => files.get(mediaId) ?? '');
      const undecodable = new Set<number>();
      const work = { ffmpeg, movie: plan, clips, undecodable, audio, onPackets: () => undefined, signal };
      const renderer = await openRenderer(work, SOUND_FORMAT);
      try {
        const length = samplesAt(plan.frameCount, plan.fps, SOUND_FORMAT.sampleRate);
        const planes = Array.from({ length: SOUND_FORMAT.channels }, () => new Float32Array(length));
        let at = 0;
        for await (const block of renderer.render(0, length)) {
          for (const [index, channel] of block.entries()) planes[index]?.set(channel, at);
          at += block[0]?.length ?? 0;
        }
        return planes;
      } finally {
        await renderer.close();
      }
    } finally {
      for (const { source } of opened.values()) await source.close();
    }
  });
}

function orderOf(of: ServerOrder): MovieOrder {
  const { plan, target, files, folder, path, options } = of;
  return {
    plan,
    target,
    async open(sha256) {
      const file = files.get(sha256);
      if (file === undefined) throw new Error('There is no such file');
      return await Promise.resolve(file);
    },
    drawnTexts: options.drawnTexts ?? [],
    leavesOutSound: options.leavesOutSound ?? false,
    madeAt: Date.UTC(2026, 10, 21),
    folder,
    path,
    ...(options.bitrateScale === undefined ? {} : { bitrateScale: options.bitrateScale }),
  };
}
