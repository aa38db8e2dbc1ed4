import { useEffect, useState } from 'react';
import { useFfmpegCheck } from '#api/queries/ffmpeg.ts';
import { useStoredClipCount } from '#data/live.ts';
import { canExport } from '#editor/export-preview.ts';
import type { ExportChoice } from '#editor/page-exports.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { exportButtonWords as words } from './button-words.ts';

/** Why a movie can't be exported, in the browser or on the server; null when it can, or while that isn't known. */
export function useExportRefusal(plan: MoviePlan, choice: ExportChoice): string | null {
  const isInBrowser = useBrowserExport(plan, choice);
  const server = useFfmpegCheck();
  if (plan.scenes.length === 0) return words.refusals.noScenes;
  if (isInBrowser !== false || server === undefined || server.available) return null;
  return server.error ?? words.refusals.unavailable;
}

/** Whether this browser can write the movie in some size; undefined while it is asked. */
function useBrowserExport(plan: MoviePlan, { resolution, format }: ExportChoice): boolean | undefined {
  const [answer, setAnswer] = useState<boolean>();
  const isEmpty = plan.scenes.length === 0;
  const stored = useStoredClipCount(plan.scenes.map(({ clip }) => clip.sha256));
  // What can't be encoded may still be copied, as soon as its clips are on this device: each that comes asks again.
  const clipsOfRefusal = answer === false ? stored : null;
  useEffect(() => {
    if (isEmpty) return;
    const controller = new AbortController();
    canExport(plan, { resolution, format }, controller.signal).then(setAnswer, (error: unknown) => {
      if (controller.signal.aborted) return;
      console.error('This browser could not be asked what it can export.', error);
      setAnswer(false);
    });
    return () => controller.abort();
  }, [plan, isEmpty, resolution, format, clipsOfRefusal]);
  return answer;
}
