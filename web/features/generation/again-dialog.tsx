import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { estimateCost } from '#shared/rules/cost.ts';
import { DialogFrame } from '#ui/dialog-frame.tsx';
import { PictureFrame } from '#widgets/picture-frame.tsx';
import { CostNote, Price } from './confirm-dialog.tsx';
import { CostFacts } from './cost-facts.tsx';
import { StartButtons } from './start-buttons.tsx';
import styles from './confirm-dialog.module.css';

type AgainDialogProps = {
  project: Project;
  scene: Scene;
  isDemo: boolean;
  /** Starts; resolves when the server has taken the job, or the failure has been told. */
  onStart: () => Promise<void>;
  onClose: () => void;
};

/** Whether a clip that is there is to be made once more: what that costs, and what becomes of the one that is there. */
export function AgainDialog({ project, scene, isDemo, onStart, onClose }: AgainDialogProps) {
  const estimate = estimateCost([scene]);
  const isTrimmed = scene.trimStart !== null || scene.trimEnd !== null;
  const footer = <StartButtons label="Generate again" onStart={onStart} onCancel={onClose} />;
  return (
    <DialogFrame title={`Generate scene ${scene.sceneNumber} again`} width={480} onClose={onClose} footer={footer}>
      <div className={styles['picture']}>
        <PictureFrame url={scene.thumbnailUrl} title={scene.title} isUpright={project.aspectRatio === '9:16'} />
      </div>
      <p className={styles['promise']}>
        The clip you have stays until the new one is stored.
        {isTrimmed ? ' Its trim is then taken away, as it belongs to the old clip.' : ''}
      </p>
      <Price usd={estimate.estimatedCost} />
      <CostFacts project={project} estimate={estimate} isDemo={isDemo} />
      <CostNote isDemo={isDemo} />
    </DialogFrame>
  );
}
