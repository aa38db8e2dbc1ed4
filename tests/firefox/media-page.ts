/** The page that Firefox opens: it exports through the real worker, and plays what was written. Plain data goes in and out. */
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { frameTimeUs } from '#shared/movie/time.ts';
import { createPlayer } from '#player/create-player.ts';
import { overlayFontFiles } from '#shared/movie/overlay-font.ts';
import {
  exportCapability,
  MediaFailure,
  readFrame,
  startExport,
  type Capability,
  type ExportInput,
  type ExportProgress,
  type ExportResult,
  type ExportTarget,
} from '#media/worker/client.ts';
import { clipSummary } from '#tests/helpers/clips/clip-summary.ts';
import type { FrameMarker } from '#tests/helpers/clips/marker.ts';
import { planOfScenes } from '#tests/helpers/movie-of-clips.ts';
import { markerIn } from '#tests/helpers/playback/pixels.ts';
import { clipsOf, frameShownAt, until } from '#tests/helpers/playback/player-stage.ts';
import { playThrough, seekAndRead, type Playthrough, type ShownFrame } from '#tests/helpers/playback/video-reader.ts';
import type { ServedMovie, ServedScene } from './movie-spec.ts';

/** What an export came to. The movie stays in the page's private file system under `name`. */
export type PageExport =
  | { ok: true; name: string; plan: MoviePlan; result: ExportResult; phases: ExportProgress['phase'][] }
  | { ok: false; code: string; detail: string };

export type MediaPage = {
  exportMovie(movie: ServedMovie): Promise<PageExport>;
  capability(movie: ServedMovie): Promise<Capability>;
  /** Marker of one frame as the worker reads it for a filmstrip. */
  readClipFrame(url: string, frame: number, maxWidth: number): Promise<FrameMarker | null>;
  /** A part of the written file in base64; empty behind its end. */
  bytesOf(name: string, from: number, to: number): Promise<string>;
  seekAndRead(name: string, frames: number[], fps: number): Promise<ShownFrame[]>;
  playThrough(name: string, fps: number): Promise<Playthrough>;
  /** Frames that the preview's player shows of a clip after a seek to each; then it plays from the last to the end. */
  previewClip(clip: ServedScene, frames: number[]): Promise<PreviewedClip>;
};

export type PreviewedClip = { shown: (number | null)[]; problems: string[]; hasEnded: boolean };

declare global {
  interface Window {
    mediaPage: MediaPage;
  }
}

const DIRECTORY = 'exports';

window.mediaPage = {
  async exportMovie({ scenes, target, leavesOutSound }) {
    try {
      const { plan, sources } = await planOf(scenes);
      const { outputName, ...input } = await inputOf(plan, sources, target);
      const phases = new Set<ExportProgress['phase']>();
      const result = await startExport({ ...input, leavesOutSound }, { onProgress: ({ phase }) => phases.add(phase) });
      return { ok: true, name: outputName, plan, result, phases: [...phases] };
    } catch (error) {
      if (!(error instanceof MediaFailure)) throw error;
      return { ok: false, code: error.code, detail: JSON.stringify(error.facts) };
    }
  },
  async capability({ scenes, target }) {
    return await exportCapability({ ...(await planOf(scenes)), target });
  },
  async readClipFrame(url, frame, maxWidth) {
    return await markerIn(await readFrame(await fetchBlob(url), frame, maxWidth));
  },
  async bytesOf(name, from, to) {
    const bytes = new Uint8Array(await (await openMovie(name)).slice(from, to).arrayBuffer());
    let text = '';
    for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
    return btoa(text);
  },
  seekAndRead: async (name, frames, fps) => await seekAndRead(await openMovie(name), frames, fps),
  playThrough: async (name, fps) => await playThrough(await openMovie(name), fps),
  async previewClip(clip, frames) {
    const { plan, sources } = await planOf([clip]);
    const stage = document.createElement('div');
    Object.assign(stage.style, { position: 'fixed', left: '0', top: '0', width: '320px', height: '180px' });
    document.body.append(stage);
    const player = createPlayer({ stage, plan, clips: clipsOf(sources).clips });
    const problems: string[] = [];
    player.subscribe(() => {
      const { problem } = player.getState();
      if (problem !== null) problems.push(problem);
    });
    const shown: (number | null)[] = [];
    for (const frame of frames) shown.push(await frameShownAt(player, stage, frameTimeUs(frame, plan.fps), frame));
    player.play();
    await until(player, () => player.getState().isPlaying);
    await until(player, () => !player.getState().isPlaying);
    const hasEnded = player.now() === 0;
    player.close();
    stage.remove();
    return { shown, problems, hasEnded };
  },
};

async function planOf(served: readonly ServedScene[]): Promise<{ plan: MoviePlan; sources: ExportInput['sources'] }> {
  const sources: ExportInput['sources'] = {};
  const scenes = await Promise.all(
    served.map(async ({ url, ...wishes }) => {
      const blob = await fetchBlob(url);
      // Encoded stretches are kept by this name, so it must be the content's own.
      const sha256 = await hashOf(blob);
      sources[sha256] = { kind: 'blob', blob };
      const facts = await clipSummary(blob);
      // Firefox hands an object that stands in two places over in one of them only.
      return { wishes, clip: { ...facts, fps: { ...facts.fps }, sha256, url: '' } };
    }),
  );
  return { plan: planOfScenes(scenes), sources };
}

async function inputOf(
  plan: MoviePlan,
  sources: ExportInput['sources'],
  target: ExportTarget,
): Promise<ExportInput & { outputName: string }> {
  const jobId = crypto.randomUUID();
  const fonts = plan.scenes.some(({ overlays }) => overlays.length > 0)
    ? await Promise.all(
        overlayFontFiles.map(async ({ path, weight, unicodeRange }) => ({
          weight,
          data: await (await fetchBlob(path)).arrayBuffer(),
          unicodeRange,
        })),
      )
    : [];
  const name = `${jobId}.${target.format}`;
  const output = { kind: 'opfs' as const, path: { directories: [DIRECTORY], name } };
  return { jobId, plan, target, sources, fonts, output, leavesOutSound: false, madeAt: Date.now(), outputName: name };
}

async function openMovie(name: string): Promise<File> {
  const directory = await (await navigator.storage.getDirectory()).getDirectoryHandle(DIRECTORY);
  return await (await directory.getFileHandle(name)).getFile();
}

async function hashOf(blob: Blob): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function fetchBlob(url: string): Promise<Blob> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return await response.blob();
}
