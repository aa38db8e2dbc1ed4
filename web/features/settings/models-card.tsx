import { Card, Heading } from '@radix-ui/themes';
import { Check, Minus } from 'lucide-react';
import { useModels } from '#api/queries/models.ts';
import type { ModelReach } from '#shared/api/models.ts';
import { models, type ModelRow } from '#shared/catalogue/models.ts';
import { featureSummary } from '#shared/rules/feature-summary.ts';
import styles from './models-card.module.css';
import cards from './settings.module.css';
import { modelListWords as words } from './words.ts';

/** What each video model can do, and whether the person's key can use it. */
export function ModelsCard() {
  const reach = useModels();
  return (
    <Card size="3" className={cards['card'] ?? ''}>
      <Heading as="h2" size="4">
        {words.title}
      </Heading>
      <ul className={styles['models']}>
        {models.map((row) => (
          <ModelLine key={row.id} row={row} reach={reach?.find(({ id }) => id === row.id)} />
        ))}
      </ul>
    </Card>
  );
}

function ModelLine({ row, reach }: { row: ModelRow; reach: ModelReach | undefined }) {
  return (
    <li data-reachable={reach?.reachable}>
      <span className={styles['mark']} aria-hidden="true">
        {reach === undefined ? null : reach.reachable ? <Check size={16} /> : <Minus size={16} />}
      </span>
      <div>
        <p className={styles['name']}>{row.label}</p>
        <p className="quiet">
          {words.facts({
            seconds: row.durations.join(', '),
            sizes: row.resolutions.join(', '),
            ratios: row.aspectRatios.join(', '),
          })}
        </p>
        <p className="quiet">{featureSummary(row)}</p>
        {reach === undefined ? null : (
          <p className={styles['reach']}>{reach.reachable ? words.reachable : (reach.reason ?? words.unreachable)}</p>
        )}
      </div>
    </li>
  );
}
