import { RadioCards } from '@radix-ui/themes';
import { useId } from 'react';
import type { ExportPreview } from '#editor/export-preview.ts';
import type { ExportChoice } from '#editor/page-exports.ts';
import {
  exportFormatSchema,
  exportResolutionSchema,
  type ExportFormat,
  type ExportResolution,
} from '#shared/entities/export-job.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { highContrast } from '#ui/high-contrast.ts';
import { Shimmer } from '#ui/shimmer.tsx';
import styles from './size-choice.module.css';
import { sizeOptions } from './export-text.ts';
import { rowText } from './plan-sentences.ts';
import { choiceWords } from './words.ts';

type SizeChoiceProps = {
  plan: MoviePlan;
  chosen: ExportChoice;
  onChoose: (resolution: ExportResolution) => void;
  /** What would be done at a size; undefined while that isn't known. */
  previewOf: (resolution: ExportResolution) => ExportPreview | undefined;
};

/** Every size that the movie can have, each with what writing it would mean. */
export function SizeChoice({ plan, chosen, onChoose, previewOf }: SizeChoiceProps) {
  const labelId = useId();
  return (
    <>
      <span className={styles['label']} id={labelId}>
        {choiceWords.resolution}
      </span>
      <RadioCards.Root
        className={highContrast}
        color="gray"
        columns="1"
        gap="1"
        size="1"
        value={chosen.resolution}
        aria-labelledby={labelId}
        onValueChange={(value) => onChoose(exportResolutionSchema.parse(value))}
      >
        {sizeOptions(plan, chosen.format).map((option) => (
          <RadioCards.Item key={option.id} value={option.id} className={styles['option'] ?? ''}>
            <span className={styles['name']}>{option.name}</span>{' '}
            <span className={`${styles['size']} numbers`}>{option.size}</span>{' '}
            <span className={`${styles['bytes']} numbers`}>{option.bytes}</span>{' '}
            <RowPlan preview={previewOf(option.id)} />
          </RadioCards.Item>
        ))}
      </RadioCards.Root>
    </>
  );
}

function RowPlan({ preview }: { preview: ExportPreview | undefined }) {
  return (
    <span className={`${styles['work']} numbers`}>
      {preview === undefined ? <Shimmer className={styles['unknown'] ?? ''} /> : rowText(preview)}
    </span>
  );
}

const formats: readonly { id: ExportFormat; name: string }[] = [
  { id: 'mp4', name: choiceWords.formats.mp4 },
  { id: 'webm', name: choiceWords.formats.webm },
];

type FormatChoiceProps = { chosen: ExportFormat; onChoose: (format: ExportFormat) => void };

export function FormatChoice({ chosen, onChoose }: FormatChoiceProps) {
  const labelId = useId();
  return (
    <div className={styles['format']}>
      <span className={styles['label']} id={labelId}>
        {choiceWords.format}
      </span>
      <RadioCards.Root
        className={highContrast}
        color="gray"
        columns="2"
        gap="1"
        size="1"
        value={chosen}
        aria-labelledby={labelId}
        onValueChange={(value) => onChoose(exportFormatSchema.parse(value))}
      >
        {formats.map(({ id, name }) => (
          <RadioCards.Item key={id} value={id} className={styles['name'] ?? ''}>
            {name}
          </RadioCards.Item>
        ))}
      </RadioCards.Root>
    </div>
  );
}
