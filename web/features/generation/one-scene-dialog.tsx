import { useState } from 'react';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { estimateCost } from '#shared/rules/cost.ts';
import { sceneWithSegmentsStatus } from '#shared/rules/project-status.ts';
import { asGenerated } from '#shared/rules/reserved-cost.ts';
import { extensionsOf } from '#shared/rules/segments.ts';
import { formatUsd, listed } from '#shared/words/format.ts';
import { DialogFrame } from '#ui/dialog-frame.tsx';
import { FormNote } from '#ui/form-note.tsx';
import { Segments } from '#ui/segments.tsx';
import { PictureFrame } from '#widgets/picture-frame.tsx';
import { CapLeft } from './cap-left.tsx';
import { CostNote, Price } from './confirm-dialog.tsx';
import { CostFacts } from './cost-facts.tsx';
import { missingFor, ownEndsOf, withNeighbors, type SceneChoice } from './scene-choice.ts';
import { StartButtons } from './start-buttons.tsx';
import styles from './confirm-dialog.module.css';
import { oneSceneWords as words } from './choice-words.ts';
import { againWords, costWords, generateWords } from './words.ts';

type OneSceneDialogProps = {
  project: Project;
  scene: Scene;
  /** Every row of the project. */
  scenes: readonly Scene[];
  isDemo: boolean;
  /** Resolves when the server has accepted the jobs, or a toast has shown the failure. */
  onStart: (choice: SceneChoice) => Promise<void>;
  onClose: () => void;
};

/**
 * Asks before one scene is generated: what it costs, and what happens to a clip that it has. If it takes a frame of a
 * scene without a clip, it offers both, or the one without that frame.
 */
export function OneSceneDialog({ project, scene, scenes, isDemo, onStart, onClose }: OneSceneDialogProps) {
  const [isAlone, setIsAlone] = useState(false);
  const isAgain = sceneWithSegmentsStatus(scene, scenes) === 'complete';
  const needed = withNeighbors(scene, scenes);
  const others = needed.filter(({ id }) => id !== scene.id).toSorted((a, b) => a.sceneNumber - b.sceneNumber);
  const lost = others.find(({ answerLost }) => answerLost);
  const chosen = isAlone || lost ? [scene] : needed;
  const missing = chosen.length === needed.length ? null : missingFor(scene, scenes, new Set());
  const asked = (rows: readonly Scene[]): Scene[] => rows.map((row) => asGenerated(row, project, scenes));
  const estimate = estimateCost(asked(chosen));
  const number = scene.sceneNumber;
  const start = (): Promise<void> =>
    onStart({ sceneIds: chosen.map(({ id }) => id), ownEnds: missing ? [ownEndsOf(scene, missing)] : [] });
  const footer = (
    <StartButtons label={isAgain ? againWords.start : generateWords.start} onStart={start} onCancel={onClose} />
  );
  return (
    <DialogFrame title={(isAgain ? againWords : words).title({ number })} width={480} onClose={onClose} footer={footer}>
      <div className={styles['picture']}>
        <PictureFrame url={scene.thumbnailUrl} title={scene.title} isUpright={project.aspectRatio === '9:16'} />
      </div>
      {isAgain ? <KeptClip scene={scene} /> : null}
      {others.length > 0 ? (
        <div className={styles['need']}>
          <p>{words.needs({ number, others: listed(others.map((row) => String(row.sceneNumber))) })}</p>
          <Segments
            label={words.how}
            options={[
              { id: 'together', name: togetherText(asked([...others, scene])), isUnavailable: lost !== undefined },
              { id: 'alone', name: `${words.alone({ number })} · ${aboutText(asked([scene]))}` },
            ]}
            chosen={chosen.length === needed.length ? 'together' : 'alone'}
            onChoose={(id) => setIsAlone(id === 'alone')}
          />
          {lost ? <FormNote tone="plain">{words.lost({ number: lost.sceneNumber })}</FormNote> : null}
        </div>
      ) : null}
      <Price usd={estimate.estimatedCost} isDemo={isDemo} />
      <CapLeft
        project={project}
        wanted={chosen.flatMap((row) => [row, ...extensionsOf(row.id, scenes)])}
        rows={scenes}
      />
      <CostFacts project={project} scenes={asked(chosen)} estimate={estimate} isDemo={isDemo} />
      <CostNote isDemo={isDemo} />
    </DialogFrame>
  );
}

/** What happens to the clip that it has. */
function KeptClip({ scene }: { scene: Scene }) {
  const isTrimmed = scene.trimStart !== null || scene.trimEnd !== null;
  return (
    <p className={styles['promise']}>
      {againWords.promise}
      {isTrimmed ? ` ${againWords.trim}` : ''}
    </p>
  );
}

function aboutText(scenes: readonly Scene[]): string {
  return costWords.about({ amount: formatUsd(estimateCost(scenes).estimatedCost) });
}

function togetherText(scenes: readonly Scene[]): string {
  const numbers = scenes.map(({ sceneNumber }) => sceneNumber).toSorted((a, b) => a - b);
  return `${words.together({ scenes: listed(numbers.map(String)) })} · ${aboutText(scenes)}`;
}
