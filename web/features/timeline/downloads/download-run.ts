/** The one Download All of this page. It belongs to no screen: it goes on when another tab of the editor is opened. */
import { create } from 'zustand';
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

const useRun = create<{ run: DownloadRun | null }>(() => ({ run: null }));

/** Hands over every scene's clip and tells how it went. One that is under way is not started again. */
export async function startDownload(project: Pick<Project, 'title'>, scenes: readonly Scene[]): Promise<void> {
  if (useRun.getState().run !== null) return;
  const total = downloadableScenes(scenes).length;
  if (total === 0) return void showToast(NOTHING_TO_DOWNLOAD);
  const abort = new AbortController();
  const onProgress = (progress: DownloadProgress): void => useRun.setState({ run: { progress, abort } });
  onProgress({ done: 0, total });
  try {
    showToast(downloadNotice(await downloadAll(project.title, scenes, { onProgress, signal: abort.signal })));
  } finally {
    useRun.setState({ run: null });
  }
}

export function stopDownload(): void {
  useRun.getState().run?.abort.abort();
}

/** How far the one that is under way is; null where there is none. */
export function useDownload(): DownloadProgress | null {
  return useRun(({ run }) => run?.progress ?? null);
}
