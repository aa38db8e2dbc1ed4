import { useEffect, useState } from 'react';
import { useFfmpegCheck } from '#api/queries/ffmpeg.ts';
import { exportAvailability, type ExportAvailability, type ExportChoice } from '#editor/export-runner.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';

type Answer = { resolution: ExportChoice['resolution']; availability: ExportAvailability };

/** Whether this browser can write the movie at a choice; undefined while it is asked. */
export function useBrowserExport(
  plan: MoviePlan,
  { resolution, format }: ExportChoice,
): ExportAvailability | undefined {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const isEmpty = plan.scenes.length === 0;
  useEffect(() => {
    if (isEmpty) return;
    const controller = new AbortController();
    exportAvailability(plan, { resolution, format }, controller.signal).then(
      (availability) => setAnswer({ resolution, availability }),
      (error: unknown) => {
        if (controller.signal.aborted) return;
        console.error('This browser could not be asked what it can export.', error);
        setAnswer({
          resolution,
          availability: { inBrowser: false, reason: 'This browser could not say what it can export.' },
        });
      },
    );
    return () => controller.abort();
  }, [plan, isEmpty, resolution, format]);
  return answer?.resolution === resolution ? answer.availability : undefined;
}

/** Why a movie can't be exported at a choice, in the browser or on the server; null when it can, or while that isn't known. */
export function useExportRefusal(plan: MoviePlan, choice: ExportChoice): string | null {
  const browser = useBrowserExport(plan, choice);
  const server = useFfmpegCheck();
  if (plan.scenes.length === 0) return 'No completed scenes available. Generate videos first.';
  if (browser === undefined || browser.inBrowser || server?.available) return null;
  return server?.error ?? 'Video export system is not available';
}
