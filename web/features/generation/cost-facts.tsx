import { useSpending } from '#api/queries/spending.ts';
import { modelRow } from '#shared/catalogue/models.ts';
import type { Project } from '#shared/entities/project.ts';
import { formatSpentUsd, formatUsd, type CostEstimate } from '#shared/rules/cost.ts';
import { formatDuration } from '#shared/rules/duration-text.ts';
import { sceneCountText } from '#widgets/scene-groups.ts';
import styles from './cost-facts.module.css';

type CostFactsProps = { project: Project; estimate: CostEstimate; isDemo: boolean };

/** What is made, by which model, and who pays. */
export function CostFacts({ project, estimate, isDemo }: CostFactsProps) {
  return (
    <dl className={styles['facts']}>
      <Fact
        name="Scenes"
        value={`${sceneCountText(estimate.totalScenes)} · ${formatDuration(estimate.totalDuration)}`}
      />
      <Fact name="Model" value={`${modelRow(project.model).label} · ${project.aspectRatio}`} />
      <Fact name="Charged to" value={isDemo ? 'nobody: this is the demo studio' : 'your Gemini API key'} />
      {isDemo ? null : <ThisMonth />}
    </dl>
  );
}

/** What was spent already, by the models' price lists, and the cap if there is one. */
function ThisMonth() {
  const { spending, isMissing } = useSpending();
  if (!spending) return <Fact name="This month" value={isMissing ? 'not known without the network' : '…'} />;
  const used = formatSpentUsd(spending.spentUsd + spending.openUsd);
  const { monthlyCapUsd } = spending;
  return (
    <Fact
      name="This month"
      value={monthlyCapUsd === null ? `${used} so far` : `${used} of your ${formatUsd(monthlyCapUsd)} cap`}
    />
  );
}

/** The same estimate scene by scene, folded. */
export function CostPerScene({ estimate }: { estimate: CostEstimate }) {
  return (
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
