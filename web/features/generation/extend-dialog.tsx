import { modelRow } from '#shared/catalogue/models.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { estimateForExtension } from '#shared/rules/cost.ts';
import { withExtension } from '#shared/rules/segments.ts';
import { formatDuration } from '#shared/words/format.ts';
import { DialogFrame } from '#ui/dialog-frame.tsx';
import { PictureFrame } from '#widgets/picture-frame.tsx';
import { CapLeft } from './cap-left.tsx';
import { CostNote, Price } from './confirm-dialog.tsx';
import { PaymentFacts } from './cost-facts.tsx';
import { StartButtons } from './start-buttons.tsx';
import styles from './confirm-dialog.module.css';
import { extendWords as words } from './extend-words.ts';

type ExtendDialogProps = {
  project: Project;
  scene: Scene;
  /** Every row of the project. */
  scenes: readonly Scene[];
  isDemo: boolean;
  /** Resolves when the server has accepted the job, or a toast has shown the failure. */
  onStart: () => Promise<void>;
  onClose: () => void;
};

/** Asks before a scene’s clip is made longer: what that adds to its cost, and what happens to its trim. */
export function ExtendDialog({ project, scene, scenes, isDemo, onStart, onClose }: ExtendDialogProps) {
  const { label, extensionSeconds } = modelRow(scene.model ?? project.model);
  const seconds = extensionSeconds ?? 0;
  const to = scene.duration + seconds;
  const { rows, extension } = withExtension(scene, scenes, { id: `${scene.id}-extension`, seconds });
  const lengths = words.lengths({ from: formatDuration(scene.duration), to: formatDuration(to) });
  return (
    <DialogFrame
      title={words.title({ number: scene.sceneNumber, seconds })}
      width={480}
      onClose={onClose}
      footer={<StartButtons label={words.start({ seconds })} onStart={onStart} onCancel={onClose} />}
    >
      <div className={styles['picture']}>
        <PictureFrame url={scene.thumbnailUrl} title={scene.title} isUpright={project.aspectRatio === '9:16'} />
      </div>
      <p className={styles['promise']}>
        {words.promise({ model: label })}
        {scene.trimEnd === null ? '' : ` ${words.trim}`}
      </p>
      <Price usd={estimateForExtension({ from: scene.duration, to })} isDemo={isDemo} />
      <CapLeft project={project} wanted={[extension]} rows={rows} />
      <PaymentFacts isDemo={isDemo} first={{ name: words.length, value: lengths }} />
      <CostNote isDemo={isDemo} />
    </DialogFrame>
  );
}
