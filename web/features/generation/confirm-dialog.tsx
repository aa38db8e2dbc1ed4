import { Badge, Button, Spinner } from '@radix-ui/themes';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { modelRow } from '#shared/catalogue/models.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { COST_WARNING, estimateCost, formatUsd, HIGH_COST_USD, HIGH_COST_WARNING } from '#shared/rules/cost.ts';
import { formatDuration } from '#shared/rules/duration-text.ts';
import { DialogFrame } from '#ui/dialog-frame.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import { Poster } from '#widgets/poster.tsx';
import { sceneCountText, sceneGroups } from '#widgets/scene-groups.ts';
import { wantedScenes } from './wanted-scenes.ts';
import styles from './confirm-dialog.module.css';

type ConfirmDialogProps = {
  project: Project;
  scenes: readonly Scene[];
  isDemo: boolean;
  /** Starts; resolves when the server has taken the job, or the failure has been told. */
  onStart: () => Promise<void>;
  onClose: () => void;
};

const postersShown = 8;

/** What is about to be made and what it costs, before any money moves. */
export function ConfirmDialog({ project, scenes, isDemo, onStart, onClose }: ConfirmDialogProps) {
  const [isStarting, setIsStarting] = useState(false);
  const groups = wantedScenes(sceneGroups(scenes));
  const estimate = estimateCost(groups.map((group) => group.scene));
  const isHigh = estimate.estimatedCost > HIGH_COST_USD;
  const start = async (): Promise<void> => {
    setIsStarting(true);
    await onStart();
    setIsStarting(false);
  };
  const footer = (
    <>
      <QuietButton size="3" onClick={onClose}>
        Cancel
      </QuietButton>
      <Button size="3" disabled={isStarting} onClick={() => void start()}>
        {isStarting ? <Spinner /> : null}
        Start Generation
      </Button>
    </>
  );
  return (
    <DialogFrame title="Generate Videos" width={480} onClose={onClose} footer={footer}>
      <div className={styles['posters']}>
        {groups.slice(0, postersShown).map(({ scene }) => (
          <div key={scene.id}>
            <Poster title={scene.title} genre={String(scene.sceneNumber)} />
          </div>
        ))}
      </div>
      {groups.length > postersShown ? <p className={styles['more']}>and {groups.length - postersShown} more</p> : null}
      <div className={styles['priceRow']}>
        <p className={`${styles['price']} numbers`}>about {formatUsd(estimate.estimatedCost)}</p>
        {isHigh ? (
          <Badge color="red" size="2">
            <TriangleAlert size={14} strokeWidth={2.25} aria-hidden="true" />
            High cost
          </Badge>
        ) : null}
      </div>
      {isHigh ? <p className={styles['high']}>{HIGH_COST_WARNING}</p> : null}
      <dl className={styles['facts']}>
        <Fact
          name="Scenes"
          value={`${sceneCountText(estimate.totalScenes)} · ${formatDuration(estimate.totalDuration)}`}
        />
        <Fact name="Model" value={`${modelRow(project.model).label} · ${project.aspectRatio}`} />
        <Fact name="Charged to" value={isDemo ? 'nobody: this is the demo studio' : 'your Gemini API key'} />
      </dl>
      <details className={styles['details']}>
        <summary>Cost per scene</summary>
        <dl className={styles['facts']}>
          {estimate.costPerScene.map((row) => (
            <Fact
              key={row.sceneNumber}
              name={`Scene ${row.sceneNumber}`}
              value={`${formatDuration(row.duration)} · ${formatUsd(row.cost)}`}
            />
          ))}
        </dl>
      </details>
      <p className={styles['warning']}>
        {isDemo ? 'Demo clips are short animations. Nothing is charged.' : COST_WARNING}
      </p>
    </DialogFrame>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="numbers">{value}</dd>
    </div>
  );
}
