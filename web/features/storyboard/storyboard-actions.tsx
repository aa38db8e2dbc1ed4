import { FileText, Printer } from 'lucide-react';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import { exportAsText, printStoryboard } from './export-and-print.ts';
import { storyboardWords as words } from './words.ts';

type StoryboardActionsProps = { project: Project; scenes: readonly Scene[] };

/** Exports and prints the storyboard. */
export function StoryboardActions({ project, scenes }: StoryboardActionsProps) {
  return (
    <>
      <QuietButton size="2" onClick={() => exportAsText(project, scenes)}>
        <FileText size={16} aria-hidden="true" />
        {words.exportAsText}
      </QuietButton>
      <QuietButton size="2" onClick={() => void printStoryboard()}>
        <Printer size={16} aria-hidden="true" />
        {words.print}
      </QuietButton>
    </>
  );
}
