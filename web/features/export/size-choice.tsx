import { useId } from 'react';
import type { ExportPreview } from '#editor/export-preview.ts';
import type { ExportChoice } from '#editor/page-exports.ts';
import type { ExportResolution } from '#shared/entities/export-job.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { Shimmer } from '#ui/shimmer.tsx';
import { sizeOptions, type SizeOption } from './export-text.ts';
import { FirstChoice } from './first-choice.tsx';
import { rowTexts } from './plan-sentences.ts';
import styles from './size-choice.module.css';
import { choiceWords } from './words.ts';

type SizeChoiceProps = {
  plan: MoviePlan;
  scenes: readonly Scene[];
  chosen: Pick<ExportChoice, 'resolution' | 'format'>;
  onChoose: (resolution: ExportResolution) => void;
  /** What would be done at a size; undefined while that isn't known. */
  previewOf: (resolution: ExportResolution) => ExportPreview | undefined;
  isServerAble: boolean;
};

/** What is copied first, then every size, each with what writing it would mean. */
export function SizeChoice({ plan, scenes, chosen, onChoose, previewOf, isServerAble }: SizeChoiceProps) {
  const name = useId();
  const { columns } = choiceWords;
  return (
    <div role="radiogroup" aria-label={choiceWords.resolution}>
      <FirstChoice
        plan={plan}
        scenes={scenes}
        name={name}
        isChosen={chosen.resolution === 'source'}
        onChoose={() => onChoose('source')}
        preview={previewOf('source')}
      />
      <div className={styles['columns']} aria-hidden="true">
        <span />
        {[columns.size, columns.pixels, columns.work, columns.time, columns.file].map((column) => (
          <span key={column} data-right={column === columns.time || column === columns.file}>
            {column}
          </span>
        ))}
      </div>
      {sizeOptions(plan, chosen.format).map((option) => (
        <label key={option.id} className={`${styles['row']} numbers`}>
          <input
            type="radio"
            name={name}
            value={option.id}
            checked={option.id === chosen.resolution}
            className={styles['radio']}
            onChange={() => onChoose(option.id)}
          />
          <RowCells option={option} preview={previewOf(option.id)} isServerAble={isServerAble} />
        </label>
      ))}
    </div>
  );
}

type RowCellsProps = { option: SizeOption; preview: ExportPreview | undefined; isServerAble: boolean };

function RowCells({ option, preview, isServerAble }: RowCellsProps) {
  const { name, size, bytes, change } = option;
  const texts = preview === undefined ? null : rowTexts({ preview, change, isServerAble });
  return (
    <>
      <span className={styles['name']}>{name}</span> <span className={styles['pixels']}>{size}</span>{' '}
      <span className={styles['work']}>
        {texts === null ? <Shimmer className={styles['unknown'] ?? ''} /> : texts.work}
      </span>{' '}
      <span className={styles['time']}>{texts?.time}</span>{' '}
      <span className={styles['file']}>
        {texts?.file ? <span className={styles['planned']}>{texts.file}</span> : null} <span>{bytes}</span>
      </span>
    </>
  );
}
