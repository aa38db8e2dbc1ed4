import { useSpending } from '#api/queries/spending.ts';
import { modelRow } from '#shared/catalogue/models.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { formatSpentUsd, type CostEstimate } from '#shared/rules/cost.ts';
import { formatDuration, formatUsd, listed } from '#shared/words/format.ts';
import { sceneCountText } from '#widgets/words.ts';
import styles from './cost-facts.module.css';
import { costWords as words } from './words.ts';

type CostFactsProps = {
  project: Project;
  /** What is generated. */
  scenes: readonly Scene[];
  estimate: CostEstimate;
  isDemo: boolean;
};

/** What is generated, by which model, and who pays. */
export function CostFacts({ project, scenes, estimate, isDemo }: CostFactsProps) {
  const names = new Set(scenes.map(({ model }) => modelRow(model ?? project.model).label));
  return (
    <dl className={styles['facts']}>
      <Fact
        name={words.scenes}
        value={`${sceneCountText(estimate.totalScenes)} · ${formatDuration(estimate.totalDuration)}`}
      />
      <Fact name={words.model} value={`${listed([...names])} · ${project.aspectRatio}`} />
      <Fact name={words.chargedTo.label} value={isDemo ? words.chargedTo.demo : words.chargedTo.key} />
      {isDemo ? null : <ThisMonth />}
    </dl>
  );
}

/** What this month cost so far by the models’ price lists, and the cap if there is one. */
function ThisMonth() {
  const { spending, isMissing } = useSpending();
  if (!spending) return <Fact name={words.month.label} value={isMissing ? words.month.unavailable : '…'} />;
  const used = formatSpentUsd(spending.spentUsd + spending.openUsd);
  const { monthlyCapUsd } = spending;
  return (
    <Fact
      name={words.month.label}
      value={
        monthlyCapUsd === null
          ? words.month.spent({ spent: used })
          : words.month.ofCap({ spent: used, cap: formatUsd(monthlyCapUsd) })
      }
    />
  );
}

type PaymentFactsProps = {
  isDemo: boolean;
  /** What is said before that. */
  first?: { name: string; value: string };
};

/** Who pays, where the scenes are listed already. */
export function PaymentFacts({ isDemo, first }: PaymentFactsProps) {
  return (
    <dl className={styles['facts']}>
      {first ? <Fact {...first} /> : null}
      <Fact name={words.chargedTo.label} value={isDemo ? words.chargedTo.demo : words.chargedTo.key} />
      {isDemo ? null : <ThisMonth />}
    </dl>
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
