/** Saves each scene’s clip as its own file, from this device if it is here, else from the server. */
import { loadSceneFile } from '#api/downloads.ts';
import { clipStore } from '#data/page-clip-store.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { sceneFileName } from '#shared/rules/file-names.ts';
import { sceneWithSegmentsStatus } from '#shared/rules/project-status.ts';
import { inPlayOrder } from '#shared/rules/scene-order.ts';
import { playedSegment } from '#shared/rules/segments.ts';
import { saveFile } from '#ui/save-file.ts';
import type { ToastInput } from '#ui/toasts.ts';
import { downloadWords as words } from '../words.ts';

/** Browsers block downloads that follow each other too fast. */
const PAUSE_MS = 500;

export type DownloadProgress = { done: number; total: number };

export type DownloadDeps = {
  /** @throws ApiError, OfflineError, AbortError */
  fileOf(scene: Scene, sha256: string | null, signal: AbortSignal): Promise<Blob>;
  save(file: Blob, name: string): void;
  /** @throws AbortError */
  pause(ms: number, signal: AbortSignal): Promise<void>;
  /** Why a file is left out, for developers. */
  report(scene: Scene, error: unknown): void;
};

const pageDownloads: DownloadDeps = { fileOf, save: saveFile, pause, report };

export type DownloadOutcome = { saved: number; failed: number; wasStopped: boolean };

/** The scenes that have a whole clip, in play order. */
export function downloadableScenes(rows: readonly Scene[]): Scene[] {
  return inPlayOrder(rows).filter(
    (row) => !row.isExtension && sceneWithSegmentsStatus(row, rows) === 'complete' && row.videoUrl !== null,
  );
}

/** Saves the files one after the other. One that can’t be read is counted and left out. */
export async function downloadAll(
  title: string,
  rows: readonly Scene[],
  { onProgress, signal }: { onProgress: (progress: DownloadProgress) => void; signal: AbortSignal },
  deps: DownloadDeps = pageDownloads,
): Promise<DownloadOutcome> {
  const scenes = downloadableScenes(rows);
  const outcome: DownloadOutcome = { saved: 0, failed: 0, wasStopped: false };
  for (const [index, scene] of scenes.entries()) {
    onProgress({ done: index, total: scenes.length });
    try {
      if (index > 0) await deps.pause(PAUSE_MS, signal);
      const file = await deps.fileOf(scene, playedSegment(scene, rows).sha256, signal);
      signal.throwIfAborted();
      deps.save(file, sceneFileName(title, scene.sceneNumber));
      outcome.saved += 1;
    } catch (error) {
      if (signal.aborted) return { ...outcome, wasStopped: true };
      deps.report(scene, error);
      outcome.failed += 1;
    }
  }
  return outcome;
}

/** The toast at the end. */
export function downloadNotice({ saved, failed, wasStopped }: DownloadOutcome): ToastInput {
  if (saved === 0 && wasStopped) return { title: words.stopped };
  if (saved === 0) return { ...words.failed, tone: 'destructive' };
  const remarks = [failed > 0 ? words.someFailed({ count: failed }) : '', wasStopped ? words.restStopped : ''].filter(
    Boolean,
  );
  return {
    title: words.done({ count: saved }),
    ...(remarks.length > 0 && { description: remarks.join(', ') }),
    ...(failed > 0 && { tone: 'destructive' as const }),
  };
}

export const NOTHING_TO_DOWNLOAD: ToastInput = {
  ...words.nothing,
  tone: 'destructive',
};

async function fileOf(scene: Scene, sha256: string | null, signal: AbortSignal): Promise<Blob> {
  const local = sha256 === null ? null : await clipStore.read(sha256);
  return local ?? loadSceneFile(scene.id, signal);
}

function report({ sceneNumber }: Scene, error: unknown): void {
  console.warn(`Scene ${sceneNumber} could not be downloaded.`, error);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
