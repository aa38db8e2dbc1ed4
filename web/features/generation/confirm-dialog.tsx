import { TriangleAlert } from 'lucide-react';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { COST_WARNING, estimateCost, HIGH_COST_USD, HIGH_COST_WARNING } from '#shared/rules/cost.ts';
import { formatUsd } from '#shared/words/format.ts';
import { DialogFrame } from '#ui/dialog-frame.tsx';
import { HighCostBadge } from '#widgets/high-cost-badge.tsx';
import { Poster } from '#widgets/poster.tsx';
import { sceneGroups, type SceneGroup } from '#widgets/scene-groups.ts';
import { CapLeft } from './cap-left.tsx';
import { CostFacts, CostPerScene } from './cost-facts.tsx';
import { StartButtons } from './start-buttons.tsx';
import { wantedScenes } from './wanted-scenes.ts';
import styles from './confirm-dialog.module.css';
import { costWords, generateWords } from './words.ts';

type ConfirmDialogProps = {
  project: Project;
  scenes: readonly Scene[];
  isDemo: boolean;
  /** Resolves when the server has accepted the job, or a toast has shown the failure. */
  onStart: () => Promise<void>;
  onClose: () => void;
};

const postersShown = 8;

/** What is about to be generated and what it costs, before anything is charged. */
export function ConfirmDialog({ project, scenes, isDemo, onStart, onClose }: ConfirmDialogProps) {
  const groups = wantedScenes(sceneGroups(scenes));
  const estimate = estimateCost(groups.map((group) => group.scene));
  const footer = <StartButtons label={generateWords.start} onStart={onStart} onCancel={onClose} />;
  return (
    <DialogFrame title={generateWords.videos} width={480} onClose={onClose} footer={footer}>
      <Posters groups={groups} />
      <Price usd={estimate.estimatedCost} />
      <CapLeft
        project={project}
        wanted={groups.flatMap(({ scene, extensions }) => [scene, ...extensions])}
        rows={scenes}
      />
      <CostFacts project={project} estimate={estimate} isDemo={isDemo} />
      <CostPerScene estimate={estimate} />
      <CostNote isDemo={isDemo} />
    </DialogFrame>
  );
}

function Posters({ groups }: { groups: readonly SceneGroup[] }) {
  return (
    <>
      <div className={styles['posters']}>
        {groups.slice(0, postersShown).map(({ scene }) => (
          <div key={scene.id}>
            <Poster title={scene.title} genre={String(scene.sceneNumber)} />
          </div>
        ))}
      </div>
      {groups.length > postersShown ? (
        <p className={styles['more']}>{costWords.more({ count: groups.length - postersShown })}</p>
      ) : null}
    </>
  );
}

/** The estimate, with a warning if it is high. */
export function Price({ usd }: { usd: number }) {
  const isHigh = usd > HIGH_COST_USD;
  return (
    <>
      <div className={styles['priceRow']}>
        <p className={`${styles['price']} numbers`}>{costWords.about({ amount: formatUsd(usd) })}</p>
        {isHigh ? <HighCostBadge /> : null}
      </div>
      {isHigh ? (
        <p className={styles['high']}>
          <TriangleAlert size={16} aria-hidden="true" />
          {HIGH_COST_WARNING}
        </p>
      ) : null}
    </>
  );
}

/** How reliable the price is, or that nothing is charged. */
export function CostNote({ isDemo }: { isDemo: boolean }) {
  return <p className={styles['warning']}>{isDemo ? costWords.demoNote : COST_WARNING}</p>;
}
