import { Download, Square } from 'lucide-react';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { useStoredClips } from '#data/live.ts';
import { playedSegment } from '#shared/rules/segments.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { useRefusals } from '#widgets/use-refusals.ts';
import { downloadableScenes } from './download-all.ts';
import { startDownload, stopDownload, useDownload } from './download-run.ts';
import { downloadWords as words } from '../words.ts';

type DownloadButtonProps = { project: Project; scenes: readonly Scene[] };

/** Downloads every scene’s clip. Meanwhile it shows the progress, and a press stops it. */
export function DownloadButton({ project, scenes }: DownloadButtonProps) {
  const progress = useDownload();
  const refusal = useDownloadRefusal(scenes);
  if (progress === null) {
    return (
      <RefusableButton isQuiet size="2" refusal={refusal} onPress={() => void startDownload(project, scenes)}>
        <Download size={16} aria-hidden="true" /> {words.all}
      </RefusableButton>
    );
  }
  const { done, total } = progress;
  return (
    <QuietButton size="2" onClick={stopDownload}>
      <Square size={14} fill="currentcolor" aria-hidden="true" />
      <span className="numbers">
        <output>{words.progress({ number: done + 1, total })}</output>
        {' · '}
        {words.stop}
      </span>
    </QuietButton>
  );
}

/** Why none of the clips can be downloaded now; null where any can, or there are none. */
function useDownloadRefusal(scenes: readonly Scene[]): string | null {
  const { server } = useRefusals();
  const wanted = downloadableScenes(scenes).flatMap((scene) => playedSegment(scene, scenes).sha256 ?? []);
  const stored = useStoredClips(wanted);
  const isAllAway = wanted.length > 0 && stored?.size === 0;
  return isAllAway ? (server?.sentence ?? null) : null;
}
