import { Download, Square } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Scene } from '#shared/entities/scene.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import { showToast } from '#ui/toasts.ts';
import {
  downloadableScenes,
  downloadAll,
  downloadNotice,
  NOTHING_TO_DOWNLOAD,
  type DownloadProgress,
} from './download-all.ts';

type DownloadButtonProps = { title: string; scenes: readonly Scene[] };

/** Downloads every scene's clip; while that goes on it says how far it is, and stops it. */
export function DownloadButton({ title, scenes }: DownloadButtonProps) {
  const running = useRef<AbortController | null>(null);
  const [progress, setProgress] = useState<DownloadProgress | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = async (): Promise<void> => {
    if (downloadableScenes(scenes).length === 0) {
      showToast(NOTHING_TO_DOWNLOAD);
      return;
    }
    const abort = new AbortController();
    running.current = abort;
    const outcome = await downloadAll(title, scenes, { onProgress: setProgress, signal: abort.signal });
    running.current = null;
    setProgress(null);
    showToast(downloadNotice(outcome));
  };
  if (progress === null) {
    return (
      <QuietButton size="2" onClick={() => void start()}>
        <Download size={16} aria-hidden="true" /> Download All
      </QuietButton>
    );
  }
  return (
    <QuietButton size="2" onClick={() => running.current?.abort()}>
      <Square size={14} fill="currentcolor" aria-hidden="true" />
      <span className="numbers">
        <output>
          Downloading {progress.done + 1} of {progress.total}
        </output>
        {' · '}Stop
      </span>
    </QuietButton>
  );
}
