import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { estimateCost } from '#shared/rules/cost.ts';
import { extensionsOf } from '#shared/rules/segments.ts';
import { DialogFrame } from '#ui/dialog-frame.tsx';
import { PictureFrame } from '#widgets/picture-frame.tsx';
import { CapLeft } from './cap-left.tsx';
import { CostNote, Price } from './confirm-dialog.tsx';
import { CostFacts } from './cost-facts.tsx';
import { StartButtons } from './start-buttons.tsx';
import styles from './confirm-dialog.module.css';
import { againWords as words } from './words.ts';

type AgainDialogProps = {
  project: Project;
  scene: Scene;
  /** Every row of the project. */
  scenes: readonly Scene[];
  isDemo: boolean;
  /** Resolves when the server has accepted the job, or a toast has shown the failure. */
  onStart: () => Promise<void>;
  onClose: () => void;
};

/** Asks before a scene that has a clip is generated again: what it costs, and what happens to the current clip. */
export function AgainDialog({ project, scene, scenes, isDemo, onStart, onClose }: AgainDialogProps) {
  const estimate = estimateCost([scene]);
  const isTrimmed = scene.trimStart !== null || scene.trimEnd !== null;
  const footer = <StartButtons label={words.start} onStart={onStart} onCancel={onClose} />;
  return (
    <DialogFrame title={words.title({ number: scene.sceneNumber })} width={480} onClose={onClose} footer={footer}>
      <div className={styles['picture']}>
        <PictureFrame url={scene.thumbnailUrl} title={scene.title} isUpright={project.aspectRatio === '9:16'} />
      </div>
      <p className={styles['promise']}>
        {words.promise}
        {isTrimmed ? ` ${words.trim}` : ''}
      </p>
      <Price usd={estimate.estimatedCost} />
      <CapLeft project={project} wanted={[scene, ...extensionsOf(scene.id, scenes)]} rows={scenes} />
      <CostFacts project={project} estimate={estimate} isDemo={isDemo} />
      <CostNote isDemo={isDemo} />
    </DialogFrame>
  );
}
