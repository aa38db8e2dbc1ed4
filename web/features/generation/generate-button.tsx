import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { sceneGroups, type SceneGroup } from '#widgets/scene-groups.ts';
import { useRefusals } from '#widgets/use-refusals.ts';
import { startBreakdown, useIsBreakdownAsked } from './breakdown.ts';
import { wantedScenes } from './wanted-scenes.ts';
import { generateWords as words } from './words.ts';

type GenerateButtonProps = { project: Project; scenes: readonly Scene[]; onConfirm: () => void };

/** The project's next step: the breakdown while there are no scenes, then the clips that are still missing. */
export function GenerateButton({ project, scenes, onConfirm }: GenerateButtonProps) {
  const { ai } = useRefusals();
  const isBreakingDown = useIsBreakdownAsked(project.id) || project.breakdownStatus === 'running';
  if (scenes.length === 0) {
    return (
      <RefusableButton
        size="2"
        disabled={isBreakingDown}
        refusal={ai?.sentence ?? null}
        onPress={() => void startBreakdown(project.id)}
      >
        {words.breakdown}
      </RefusableButton>
    );
  }
  return (
    <RefusableButton
      size="2"
      refusal={refusalOf(sceneGroups(scenes), isBreakingDown) ?? ai?.sentence ?? null}
      onPress={onConfirm}
    >
      {words.videos}
    </RefusableButton>
  );
}

/** Why clips can't be asked for now; null when they can. */
function refusalOf(groups: readonly SceneGroup[], isBreakingDown: boolean): string | null {
  if (isBreakingDown) return words.refusals.breakdownRunning;
  if (groups.some((group) => group.status === 'generating')) return words.refusals.generating;
  if (wantedScenes(groups).length > 0) return null;
  return groups.some((group) => group.answerLost) ? words.refusals.mayBeCharged : words.refusals.allComplete;
}
