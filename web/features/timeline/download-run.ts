/** The one Download All of this page. It belongs to no screen: it goes on when another tab of the editor is opened. */
import { useSyncExternalStore } from 'react';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { showToast } from '#ui/toasts.ts';
import {
  downloadableScenes,
  downloadAll,
  downloadNotice,
  NOTHING_TO_DOWNLOAD,
  type DownloadProgress,
} from './download-all.ts';

type DownloadRun = { progress: DownloadProgress; abort: AbortController };

let run: DownloadRun | null = null;
const listeners = new Set<() => void>();

/** Hands over every scene's clip and tells how it went. One that is under way is not started again. */
export async function startDownload(project: Pick<Project, 'title'>, scenes: readonly Scene[]): Promise<void> {
  if (run !== null) return;
  const total = downloadableScenes(scenes).length;
  if (total === 0) return void showToast(NOTHING_TO_DOWNLOAD);
  const abort = new AbortController();
  const onProgress = (progress: DownloadProgress): void => change({ progress, abort });
  onProgress({ done: 0, total });
  try {
    showToast(downloadNotice(await downloadAll(project.title, scenes, { onProgress, signal: abort.signal })));
  } finally {
    change(null);
  }
}

export function stopDownload(): void {
  run?.abort.abort();
}

/** How far the one that is under way is; null where there is none. */
export function useDownload(): DownloadProgress | null {
  return useSyncExternalStore(subscribe, () => run?.progress ?? null);
}

function change(next: DownloadRun | null): void {
  run = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
