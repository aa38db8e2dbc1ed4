import { useModels } from '#api/queries/models.ts';
import { useSpending } from '#api/queries/spending.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { formatSpentUsd } from '#shared/rules/cost.ts';
import { reservedUsd } from '#shared/rules/reserved-cost.ts';
import { capLeft } from '#widgets/cap-left.ts';
import styles from './cap-left.module.css';
import { capLeftWords as words } from './words.ts';

type CapLeftProps = {
  project: Pick<Project, 'model' | 'aspectRatio'>;
  /** The rows that would be generated, extensions too. */
  wanted: readonly Scene[];
  /** Every row of the project. */
  rows: readonly Scene[];
};

/** What is left of the person's monthly cap, and what this would reserve of it. Nothing where there is no cap. */
export function CapLeft({ project, wanted, rows }: CapLeftProps) {
  const { spending } = useSpending();
  const offers = useModels();
  const reserved = reservedUsd(
    project,
    wanted,
    rows,
    (model) => offers?.find(({ id }) => id === model)?.usdPerSecond ?? null,
  );
  const left = spending ? capLeft(spending, reserved) : null;
  if (!spending || left === null) return null;
  const { spentUsd, openUsd } = spending;
  const wholeUsd = Math.max(left.leftUsd + spentUsd + openUsd, Number.EPSILON);
  const parts = [
    { part: 'spent', usd: spentUsd, drawnUsd: spentUsd },
    { part: 'open', usd: openUsd, drawnUsd: openUsd },
    { part: 'wanted', usd: reserved, drawnUsd: Math.min(reserved, left.leftUsd) },
  ] as const;
  return (
    <div className={styles['cap']} data-short={left.isShort}>
      <div className={styles['bar']} aria-hidden="true">
        {parts.map(({ part, drawnUsd }) => (
          <i key={part} data-part={part} style={{ flexBasis: `${(drawnUsd / wholeUsd) * 100}%` }} />
        ))}
      </div>
      <ul className={`${styles['legend']} numbers`}>
        {parts
          .filter(({ usd }) => usd > 0)
          .map(({ part, usd }) => (
            <li key={part}>
              <i data-part={part} aria-hidden="true" />
              {words.parts[part]({ usd: formatSpentUsd(usd) })}
            </li>
          ))}
      </ul>
      <p className={`${styles['line']} numbers`}>
        <span>{words.left({ left: formatSpentUsd(left.leftUsd) })}</span>
        {reserved === 0 || left.isShort ? null : <span>{words.after({ after: formatSpentUsd(left.afterUsd) })}</span>}
      </p>
      {reserved === 0 ? null : (
        <p className={`${styles['note']} numbers`}>
          {(left.isShort ? words.short : words.reserved)({ reserved: formatSpentUsd(reserved) })}
        </p>
      )}
    </div>
  );
}
