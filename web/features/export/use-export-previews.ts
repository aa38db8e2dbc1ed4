import { useEffect, useState } from 'react';
import { useStoredClipCount } from '#data/live.ts';
import { previewExport, type ExportPreview } from '#editor/export-preview.ts';
import type { ExportChoice } from '#editor/page-exports.ts';
import { exportResolutionSchema, type ExportResolution } from '#shared/entities/export-job.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { exportWords } from './words.ts';

type Answers = {
  /** What the answers are about: they fall with it. */
  plan: MoviePlan;
  storedClips: number;
  byChoice: ReadonlyMap<string, ExportPreview>;
};

const UNANSWERED: ExportPreview = { can: false, reason: exportWords.refusals.unanswered };

/**
 * What an export would do at every size, asked one after the other: the chosen size first, the others as the list has
 * them. Answers are kept until the movie changes or another of its clips arrives; those that are not there yet are
 * undefined.
 */
export function useExportPreviews(
  plan: MoviePlan,
  { resolution, format }: ExportChoice,
): (resolution: ExportResolution) => ExportPreview | undefined {
  const [answers, setAnswers] = useState<Answers | null>(null);
  const storedClips = useStoredClipCount(plan.scenes.map(({ clip }) => clip.sha256));
  const isCurrent = answers !== null && answers.plan === plan && answers.storedClips === storedClips;
  const answerOf = (size: ExportResolution): ExportPreview | undefined =>
    isCurrent ? answers.byChoice.get(keyOf(size, format)) : undefined;
  const isAskable = storedClips !== undefined && plan.scenes.length > 0;
  const asked = isAskable ? [resolution, ...exportResolutionSchema.options].find((size) => !answerOf(size)) : undefined;
  useEffect(() => {
    if (asked === undefined || storedClips === undefined) return;
    const controller = new AbortController();
    const keep = (preview: ExportPreview): void =>
      setAnswers((before) => {
        const isSame = before !== null && before.plan === plan && before.storedClips === storedClips;
        const others = isSame ? before.byChoice : [];
        return { plan, storedClips, byChoice: new Map([...others, [keyOf(asked, format), preview]]) };
      });
    previewExport(plan, { resolution: asked, format }, controller.signal).then(keep, (error: unknown) => {
      if (controller.signal.aborted) return;
      console.error('This browser could not be asked what it can export.', error);
      keep(UNANSWERED);
    });
    return () => controller.abort();
  }, [plan, storedClips, asked, format]);
  return answerOf;
}

function keyOf(resolution: ExportResolution, format: ExportChoice['format']): string {
  return `${resolution} ${format}`;
}
