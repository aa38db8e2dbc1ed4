import type { Spending } from '#shared/api/spending.ts';
import { formatSpentUsd } from '#shared/rules/cost.ts';
import { capLeft } from '#widgets/cap-left.ts';
import type { SpendingPlot } from './spending-plot.ts';
import styles from './spending-page.module.css';
import { plotWords as words } from './words.ts';

type TotalsProps = { plot: SpendingPlot; month: Spending };

/** The period in numbers, and what the month's cap leaves. */
export function Totals({ plot, month }: TotalsProps) {
  const left = capLeft(month, 0);
  return (
    <>
      <dl className={`${styles['totals']} numbers`}>
        <div>
          <dt>{words.spent}</dt>
          <dd>{formatSpentUsd(plot.totalUsd)}</dd>
        </div>
        <div>
          <dt>{words.left}</dt>
          <dd data-quiet={left === null}>{left === null ? words.noCap : formatSpentUsd(left.leftUsd)}</dd>
        </div>
      </dl>
      {plot.openUsd > 0 ? (
        <p className={`${styles['open']} numbers`}>{words.open({ amount: formatSpentUsd(plot.openUsd) })}</p>
      ) : null}
    </>
  );
}
