import { Link } from 'react-router-dom';
import { useProjectSpending, useSpending } from '#api/queries/spending.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { formatSpentUsd } from '#shared/rules/cost.ts';
import { formatUsd } from '#shared/words/format.ts';
import { RailSection } from '#ui/rail-section.tsx';
import { capLeft } from '#widgets/cap-left.ts';
import { sceneGroups } from '#widgets/scene-groups.ts';
import { estimateFor } from '#widgets/scene-price.ts';
import { sceneCountText } from '#widgets/words.ts';
import styles from './project-spending.module.css';
import { projectWords as words } from './words.ts';

type ProjectSpendingProps = { project: Project; scenes: readonly Scene[] };

/** What the ledger says the project cost, what the missing clips are estimated at, and what is left under the cap. */
export function ProjectSpending({ project, scenes }: ProjectSpendingProps) {
  // Whatever costs something moves one of these.
  const mark = String(Math.max(project.updatedAt, ...scenes.map(({ updatedAt }) => updatedAt)));
  const { sums, isMissing } = useProjectSpending(project.id, 0, mark);
  const { spending } = useSpending();
  const left = spending ? capLeft(spending, 0) : null;
  const missing = sceneGroups(scenes).filter(({ status }) => status === 'pending' || status === 'failed');
  const estimateUsd = missing.reduce((sum, group) => sum + estimateFor(group, project, scenes), 0);
  const end = (
    <Link className="link" to="/spending">
      {words.details}
    </Link>
  );
  return (
    <RailSection title={words.title} end={end}>
      <dl className={`${styles['figures']} numbers`}>
        <Figure name={words.spent} value={sums ? formatSpentUsd(sums.spentUsd) : isMissing ? words.unavailable : '…'} />
        {sums && sums.openUsd > 0 ? <Figure name={words.open} value={formatSpentUsd(sums.openUsd)} /> : null}
        {missing.length > 0 ? (
          <Figure
            name={words.rest({ scenes: sceneCountText(missing.length) })}
            value={words.about({ amount: formatUsd(estimateUsd) })}
          />
        ) : null}
        {left ? <Figure name={words.left} value={formatSpentUsd(left.leftUsd)} /> : null}
      </dl>
    </RailSection>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
