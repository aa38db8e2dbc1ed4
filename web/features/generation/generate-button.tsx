import { Button } from '@radix-ui/themes';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { useOnline } from '#ui/online.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import { Tip } from '#ui/tip.tsx';
import { sceneGroups, type SceneGroup } from '#widgets/scene-groups.ts';
import { startBreakdown, useIsBreakdownAsked } from './breakdown.ts';
import { wantedScenes } from './wanted-scenes.ts';

type GenerateButtonProps = { project: Project; scenes: readonly Scene[]; onConfirm: () => void };

/** The project's next step: the breakdown while there are no scenes, then the clips that are still missing. */
export function GenerateButton({ project, scenes, onConfirm }: GenerateButtonProps) {
  const isOnline = useOnline();
  const isBreakingDown = useIsBreakdownAsked(project.id) || project.breakdownStatus === 'running';
  if (scenes.length === 0) {
    return (
      <Button size="2" disabled={isBreakingDown} onClick={() => void startBreakdown(project.id)}>
        Generate Scene Breakdown
      </Button>
    );
  }
  const refusal = refusalOf(sceneGroups(scenes), isBreakingDown) ?? (isOnline ? null : 'This needs the network.');
  if (refusal === null) {
    return (
      <Button size="2" onClick={onConfirm}>
        Generate Videos
      </Button>
    );
  }
  return (
    <Tip text={refusal}>
      <QuietButton size="2" aria-disabled="true">
        Generate Videos
      </QuietButton>
    </Tip>
  );
}

/** Why clips can't be asked for now; null when they can. */
function refusalOf(groups: readonly SceneGroup[], isBreakingDown: boolean): string | null {
  if (isBreakingDown) return 'The scene breakdown is still being written.';
  if (groups.some((group) => group.status === 'generating')) return 'Scenes are being generated.';
  if (wantedScenes(groups).length > 0) return null;
  return groups.some((group) => group.answerLost)
    ? 'What is left may have been charged already. Choose on its card whether to make it again.'
    : 'Every scene has its clip.';
}
