import { Download, Square } from 'lucide-react';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import { startDownload, stopDownload, useDownload } from './download-run.ts';
import { downloadWords as words } from './words.ts';

type DownloadButtonProps = { project: Project; scenes: readonly Scene[] };

/** Downloads every scene’s clip. Meanwhile it shows the progress, and a press stops it. */
export function DownloadButton({ project, scenes }: DownloadButtonProps) {
  const progress = useDownload();
  if (progress === null) {
    return (
      <QuietButton size="2" onClick={() => void startDownload(project, scenes)}>
        <Download size={16} aria-hidden="true" /> {words.all}
      </QuietButton>
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
