import { RadioCards } from '@radix-ui/themes';
import { useId } from 'react';
import type { ModelReach } from '#shared/api/models.ts';
import {
  aspectRatioSchema,
  modelIdSchema,
  modelRow,
  models,
  type AspectRatio,
  type ModelId,
  type ModelRow,
} from '#shared/catalogue/models.ts';
import { featureSummary } from '#shared/rules/feature-summary.ts';
import styles from './create-project.module.css';
import { highContrast } from '#ui/high-contrast.ts';
import { modelWords as words } from './words.ts';

type ModelPickerProps = { chosen: ModelId; reach: readonly ModelReach[] | undefined; onChoose: (id: ModelId) => void };

/** The catalogue's models. One that the key can't use shows why instead of its facts. */
export function ModelPicker({ chosen, reach, onChoose }: ModelPickerProps) {
  const labelId = useId();
  return (
    <div>
      <span className={styles['label']} id={labelId}>
        {words.label}
      </span>
      <RadioCards.Root
        className={`${highContrast} ${styles['models']}`}
        color="gray"
        size="1"
        gap="2"
        value={chosen}
        aria-labelledby={labelId}
        onValueChange={(value) => {
          const id = modelIdSchema.parse(value);
          if (reasonAgainst(reach, id) === null) onChoose(id);
        }}
      >
        {models.map((row) => (
          <ModelCard key={row.id} row={row} reason={reasonAgainst(reach, row.id)} />
        ))}
      </RadioCards.Root>
    </div>
  );
}

function ModelCard({ row, reason }: { row: ModelRow; reason: string | null }) {
  return (
    <RadioCards.Item value={row.id} aria-disabled={reason !== null} className={styles['model'] ?? ''}>
      <span className={styles['modelHead']}>
        <span className={styles['modelName']}>{row.label}</span>
        {row.note === null ? null : <span className={styles['modelNote']}>{row.note}</span>}
      </span>
      <span className={styles['shapes']} aria-hidden="true">
        {row.aspectRatios.map((ratio) => (
          <i key={ratio} data-ratio={ratio} />
        ))}
      </span>
      {reason === null ? (
        <>
          <span className="quiet">
            {words.facts({ seconds: row.durations.join(', '), sizes: row.resolutions.join(', ') })}
          </span>
          <span className={styles['modelNote']}>{featureSummary(row)}</span>
        </>
      ) : (
        <span className={styles['modelNote']}>{reason}</span>
      )}
    </RadioCards.Item>
  );
}

type RatioPickerProps = { chosen: AspectRatio; model: ModelId; onChoose: (ratio: AspectRatio) => void };

export function RatioPicker({ chosen, model, onChoose }: RatioPickerProps) {
  const labelId = useId();
  return (
    <div>
      <span className={styles['label']} id={labelId}>
        {words.ratio}
      </span>
      <RadioCards.Root
        className={`${highContrast} ${styles['models']}`}
        color="gray"
        size="1"
        gap="2"
        value={chosen}
        aria-labelledby={labelId}
        onValueChange={(value) => onChoose(aspectRatioSchema.parse(value))}
      >
        {modelRow(model).aspectRatios.map((ratio) => (
          <RadioCards.Item key={ratio} value={ratio} className={styles['ratio'] ?? ''}>
            <i data-ratio={ratio} aria-hidden="true" />
            <span>
              <span className={styles['modelName']}>{ratio}</span>
              <span className={styles['ratioWord']}>{words.ratios[ratio]}</span>
            </span>
          </RadioCards.Item>
        ))}
      </RadioCards.Root>
    </div>
  );
}

/** Why a model can't be chosen; null when it can, or while that is unknown. */
function reasonAgainst(reach: readonly ModelReach[] | undefined, id: ModelId): string | null {
  const row = reach?.find((other) => other.id === id);
  if (!row || row.reachable) return null;
  return row.reason ?? words.unreachable;
}
