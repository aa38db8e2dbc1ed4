import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useModels } from '#api/queries/models.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { COST_WARNING, HIGH_COST_USD, HIGH_COST_WARNING, USD_PER_SECOND } from '#shared/rules/cost.ts';
import { formatDuration, formatUsd } from '#shared/words/format.ts';
import { DialogFrame } from '#ui/dialog-frame.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import type { ClipChoice } from '#widgets/clip-menu.tsx';
import { HighCostBadge } from '#widgets/high-cost-badge.tsx';
import { sceneGroups } from '#widgets/scene-groups.ts';
import { estimateFor, rowsToGenerate } from '#widgets/scene-price.ts';
import { CapLeft } from './cap-left.tsx';
import { ChoiceRow } from './choice-row.tsx';
import { PaymentFacts } from './cost-facts.tsx';
import { choiceAtFirst, missingFor, ownEndsOf, withOwnEnds, type OwnEnds, type SceneChoice } from './scene-choice.ts';
import { StartButtons } from './start-buttons.tsx';
import { wantedScenes } from './wanted-scenes.ts';
import styles from './confirm-dialog.module.css';
import { choiceWords as words } from './choice-words.ts';
import { costWords, generateWords } from './words.ts';

type ConfirmDialogProps = {
  project: Project;
  scenes: readonly Scene[];
  isDemo: boolean;
  /** Chooses a scene’s length and model. */
  onChooseClip: (scene: Scene, choice: ClipChoice) => void;
  /** Resolves when the server has accepted the jobs, or a toast has shown the failure. */
  onStart: (choice: SceneChoice) => Promise<void>;
  onClose: () => void;
};

/** Which scenes are about to be generated and what they cost, before anything is charged. */
export function ConfirmDialog({ project, scenes, isDemo, onChooseClip, onStart, onClose }: ConfirmDialogProps) {
  const reach = useModels();
  const offered = wantedScenes(sceneGroups(scenes));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => choiceAtFirst(offered));
  const [ownEnds, setOwnEnds] = useState<readonly OwnEnds[]>([]);
  const rows = withOwnEnds(scenes, ownEnds);
  const groups = offered.filter(({ scene }) => chosen.has(scene.id));
  const ids = new Set(groups.map(({ scene }) => scene.id));
  const needs = new Map(
    rows.filter(({ id }) => ids.has(id)).map((scene) => [scene.id, missingFor(scene, rows, ids)] as const),
  );
  const estimateUsd = groups.reduce((sum, group) => sum + estimateFor(group, project, rows), 0);
  const choose = (id: string, isChosen: boolean): void =>
    setChosen(new Set(isChosen ? [...chosen, id] : [...chosen].filter((other) => other !== id)));
  const start = (): Promise<void> => onStart({ sceneIds: [...ids], ownEnds: ownEnds.filter(({ id }) => ids.has(id)) });
  const footer = (
    <>
      <span className={styles['order']}>{words.order}</span>
      <StartButtons label={generateWords.start} refusal={refusalOf(rows, needs)} onStart={start} onCancel={onClose} />
    </>
  );
  return (
    <DialogFrame title={generateWords.videos} width={640} onClose={onClose} footer={footer}>
      <div className={styles['head']}>
        <fieldset className={styles['shortcuts']} aria-label={words.shortcuts}>
          <QuietButton size="2" onClick={() => setChosen(choiceAtFirst(offered))}>
            {words.pending}
          </QuietButton>
          <QuietButton size="2" onClick={() => setChosen(new Set())}>
            {words.none}
          </QuietButton>
          <QuietButton size="2" onClick={() => setChosen(new Set(offered.slice(0, 1).map(({ scene }) => scene.id)))}>
            {words.first}
          </QuietButton>
        </fieldset>
        <p className={`${styles['count']} numbers`}>
          <output>{words.chosen({ count: ids.size, total: offered.length })}</output> ·{' '}
          {formatDuration(estimateUsd / USD_PER_SECOND)}
        </p>
      </div>
      <ul className={styles['list']} aria-label={words.list}>
        {offered.map((group) => (
          <ChoiceRow
            key={group.scene.id}
            group={group}
            project={project}
            rows={rows}
            isChosen={ids.has(group.scene.id)}
            missing={needs.get(group.scene.id) ?? null}
            canAdd={(id) => offered.some(({ scene }) => scene.id === id)}
            onChoose={choose}
            reach={reach}
            onChooseClip={onChooseClip}
            onWithout={(missing) => setOwnEnds([...ownEnds, ownEndsOf(group.scene, missing)])}
          />
        ))}
      </ul>
      <Price usd={estimateUsd} isDemo={isDemo} />
      <CapLeft project={project} wanted={groups.flatMap(rowsToGenerate)} rows={scenes} />
      <PaymentFacts isDemo={isDemo} />
      <CostNote isDemo={isDemo} />
    </DialogFrame>
  );
}

type Needs = ReadonlyMap<string, ReturnType<typeof missingFor>>;

/** Why this choice can’t be generated; null when it can. */
function refusalOf(rows: readonly Scene[], needs: Needs): string | null {
  if (needs.size === 0) return words.refusals.noneChosen;
  for (const [id, missing] of needs) {
    const scene = rows.find((row) => row.id === id);
    const other = missing?.before ?? missing?.after;
    if (scene && other) return words.refusals.neighborMissing({ number: scene.sceneNumber, other: other.sceneNumber });
  }
  return null;
}

/** The estimate, with a warning if it is high. In the demo studio it comes after what is really paid: nothing. */
export function Price({ usd, isDemo }: { usd: number; isDemo: boolean }) {
  const isHigh = usd > HIGH_COST_USD;
  return (
    <>
      <div className={styles['priceRow']}>
        {isDemo ? <p className={styles['price']}>{costWords.free}</p> : null}
        <p className={`${isDemo ? styles['withKey'] : styles['price']} numbers`}>
          <span>{costWords.about({ amount: formatUsd(usd) })}</span>
          {isDemo ? ` ${costWords.withKey}` : ''}
        </p>
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
