import { useExports } from '#data/live.ts';
import { DEFAULT_EXPORT_FORMAT, DEFAULT_EXPORT_RESOLUTION } from '#shared/catalogue/export-presets.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { moviePlan } from '#shared/movie/movie-plan.ts';
import { RefusableButton } from '#ui/refusable-button.tsx';
import { shownExports } from './shown-exports.ts';
import { useExportRefusal } from './use-export-refusal.ts';
import { exportButtonWords as words } from './button-words.ts';

type ExportButtonProps = {
  project: Project;
  scenes: readonly Scene[];
  /** It is then the one lamp of the screen, unless the card of an export has that. */
  isNextStep: boolean;
  onOpen: () => void;
};

const defaultChoice = { resolution: DEFAULT_EXPORT_RESOLUTION, format: DEFAULT_EXPORT_FORMAT };

/** Opens the export dialog; where nothing can be exported it says why. */
export function ExportButton({ project, scenes, isNextStep, onOpen }: ExportButtonProps) {
  const reason = useExportRefusal(moviePlan(project, scenes), defaultChoice);
  const { running, ended } = shownExports(useExports() ?? []);
  const isLampOnCard = running !== null || ended?.status === 'complete';
  return (
    <RefusableButton isQuiet={!isNextStep || isLampOnCard} size="2" refusal={reason} onPress={onOpen}>
      {words.title}
    </RefusableButton>
  );
}
