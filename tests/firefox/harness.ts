/** A real Firefox with the media page open, and what tests ask of it. */
import { randomUUID } from 'node:crypto';
import { appendFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'puppeteer-core';
import { createServer, type ViteDevServer } from 'vite';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import type { Capability, ExportResult } from '#media/worker/client.ts';
import { clipPath } from '#tests/helpers/clips/make-clip.ts';
import type { ClipSpec } from '#tests/helpers/clips/clip-spec.ts';
import type { FrameMarker } from '#tests/helpers/clips/marker.ts';
import { oddClipPath, type OddClipName } from '#tests/helpers/clips/odd-clips.ts';
import { convertedPath } from '#tests/helpers/clips/convert-clip.ts';
import { x264Args } from '#tests/helpers/clips/x264-args.ts';
import { checkMovieFile, type MovieFigures } from '#tests/helpers/movie-check.ts';
import type { Playthrough, ShownFrame } from '#tests/helpers/playback/video-reader.ts';
// Also declares `window.mediaPage`, which the functions below use inside the page.
import type { PageExport, PreviewedClip } from './media-page.ts';
import { launchFirefox } from './launch-firefox.ts';
import { expectationOf, type MovieSpec, type ServedMovie } from './movie-spec.ts';
import { judgeMovieFile, type Verdict } from '#tests/helpers/readers/judge-movie.ts';
import { promisedBytes } from '#tests/helpers/readers/promised-bytes.ts';

export type FirefoxMovie = {
  /** Name in the page's private file system, for `seekAndRead` and `playThrough`. */
  name: string;
  /** A copy on disk, removed by `close`. */
  path: string;
  plan: MoviePlan;
  result: ExportResult;
  /** The phases that the export told of, in order. */
  phases: string[];
};

export type FirefoxHarness = {
  version: string;
  capability(spec: MovieSpec): Promise<Capability>;
  /** Exports in the page's worker. @throws Error with the failure's code and facts */
  exportInFirefox(spec: MovieSpec): Promise<FirefoxMovie>;
  /** Exports, and holds the file against what the scenes must show and sound. @throws Error that lists what is wrong */
  exportAndCheck(spec: MovieSpec): Promise<FirefoxMovie & { figures: MovieFigures }>;
  /** What readers that share no code with the engine find, with every copied frame held against its clip. */
  judge(spec: MovieSpec, movie: FirefoxMovie): Promise<Verdict>;
  /** What `<video>` shows after a seek to each of the movie's frames. */
  seekAndRead(movie: FirefoxMovie, frames: readonly number[]): Promise<ShownFrame[]>;
  playThrough(movie: FirefoxMovie): Promise<Playthrough>;
  /** Whether the browser lets a page ask for a place to save a file. */
  canChooseFile(): Promise<boolean>;
  /** Marker of a clip's frame as the media worker reads it for a filmstrip. */
  readClipFrame(clip: ClipSpec, frame: number, maxWidth: number): Promise<FrameMarker | null>;
  /** What the preview's player shows of a clip. */
  previewClip(source: ClipSource, frames: readonly number[]): Promise<PreviewedClip>;
  /** Ends browser and server, and removes the files. */
  close(): Promise<void>;
};

/** Bytes of a movie that the driver takes out of the page at once. */
const PIECE_BYTES = 8 << 20;

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Starts one Firefox and one server; `close` ends both. */
export async function startFirefox(): Promise<FirefoxHarness> {
  const server = await startServer();
  let browser: Browser | null = null;
  try {
    browser = await launchFirefox();
    const page = await browser.newPage();
    const origin = server.resolvedUrls?.local[0] ?? '';
    await page.goto(`${origin}tests/firefox/index.html`);
    await page.waitForFunction(() => 'mediaPage' in window);
    return harnessOf(server, browser, page, await browser.version());
  } catch (error) {
    await browser?.close();
    await server.close();
    throw error;
  }
}

function harnessOf(server: ViteDevServer, browser: Browser, page: Page, version: string): FirefoxHarness {
  const files: string[] = [];
  const exportInFirefox = async (spec: MovieSpec): Promise<FirefoxMovie> => {
    const made = expectMade(await page.evaluate((movie) => window.mediaPage.exportMovie(movie), await served(spec)));
    const path = join(tmpdir(), `storyreel-firefox-${randomUUID()}.${spec.target.format}`);
    files.push(path);
    for (let from = 0; from < made.result.sizeBytes; from += PIECE_BYTES) {
      const to = from + PIECE_BYTES;
      const piece = await page.evaluate((...args) => window.mediaPage.bytesOf(...args), made.name, from, to);
      await appendFile(path, Buffer.from(piece, 'base64'));
    }
    return { ...made, path };
  };
  return {
    version,
    exportInFirefox,
    capability: async (spec) => await page.evaluate((movie) => window.mediaPage.capability(movie), await served(spec)),
    async exportAndCheck(spec) {
      const movie = await exportInFirefox(spec);
      return { ...movie, figures: await checkMovieFile(movie.path, expectationOf(spec, movie.plan)) };
    },
    judge: async ({ scenes }, { path, plan, result }) =>
      await judgeMovieFile(path, promisedBytes(plan, result.receipt, await Promise.all(scenes.map(pathOf)))),
    seekAndRead: async ({ name, plan: { fps } }, frames) =>
      await page.evaluate((...args) => window.mediaPage.seekAndRead(...args), name, [...frames], fps.num / fps.den),
    playThrough: async ({ name, plan: { fps } }) =>
      await page.evaluate((...args) => window.mediaPage.playThrough(...args), name, fps.num / fps.den),
    canChooseFile: async () => await page.evaluate(() => 'showSaveFilePicker' in window),
    readClipFrame: async (clip, frame, maxWidth) =>
      await page.evaluate(
        (...args) => window.mediaPage.readClipFrame(...args),
        await servedClip({ clip }),
        frame,
        maxWidth,
      ),
    async previewClip(source, frames) {
      const scene = { url: await servedClip(source), number: source.clip.sceneNumber };
      return await page.evaluate((...asked) => window.mediaPage.previewClip(...asked), scene, [...frames]);
    },
    async close() {
      await browser.close();
      await server.close();
      await Promise.all(files.map((path) => rm(path, { force: true })));
    },
  };
}

/** Serves the sources as they are. What workers meet first is bundled at the start: found late, it would reload the page. */
async function startServer(): Promise<ViteDevServer> {
  const server = await createServer({
    root,
    configFile: false,
    publicDir: 'public',
    cacheDir: `${root}node_modules/.vite/firefox`,
    logLevel: 'error',
    worker: { format: 'es' },
    optimizeDeps: {
      entries: ['tests/firefox/index.html'],
      include: ['mediabunny', 'mp4-muxer', 'webm-muxer', '@mediabunny/aac-encoder', '@noble/hashes/sha2.js', 'zod'],
    },
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null, fs: { allow: [root] } },
  });
  return await server.listen();
}

async function served({ scenes, target, leavesOutSound = false }: MovieSpec): Promise<ServedMovie> {
  const rows = scenes.map(async ({ clip, x264, odd, form, ...rest }) => ({
    ...rest,
    url: await servedClip({ clip, x264, odd, form }),
    number: clip.sceneNumber,
  }));
  return { scenes: await Promise.all(rows), target, leavesOutSound };
}

type ClipSource = {
  clip: ClipSpec;
  x264?: string | undefined;
  odd?: OddClipName | undefined;
  form?: readonly string[] | undefined;
};

async function servedClip(source: ClipSource): Promise<string> {
  return `/@fs${await pathOf(source)}`;
}

async function pathOf({ clip, x264, odd, form }: ClipSource): Promise<string> {
  if (odd !== undefined) return await oddClipPath(odd);
  if (form !== undefined) return await convertedPath(clip, form);
  return x264 === undefined ? await clipPath(clip) : await convertedPath(clip, x264Args(x264));
}

function expectMade(made: PageExport): Extract<PageExport, { ok: true }> {
  if (!made.ok) throw new Error(`The export failed with ${made.code}: ${made.detail}`);
  return made;
}
