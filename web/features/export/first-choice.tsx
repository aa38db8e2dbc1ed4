import type { ExportPreview } from '#editor/export-preview.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { fpsNumber } from '#shared/movie/time.ts';
import { Shimmer } from '#ui/shimmer.tsx';
import { sourceName } from './export-text.ts';
import { PlanLegend, PlanPicture } from './plan-picture.tsx';
import { firstTexts } from './plan-sentences.ts';
import { planStrip } from './plan-strip.ts';
import styles from './size-choice.module.css';
import { choiceWords, planWords } from './words.ts';

type FirstChoiceProps = {
  plan: MoviePlan;
  scenes: readonly Scene[];
  /** Of the group of sizes. */
  name: string;
  isChosen: boolean;
  onChoose: () => void;
  /** Undefined while it isn't known. */
  preview: ExportPreview | undefined;
};

/** The movie as its clips were made: what of it is copied and what encoded, before every size that changes all of it. */
export function FirstChoice({ plan, scenes, name, isChosen, onChoose, preview }: FirstChoiceProps) {
  const summary = preview?.can ? preview.summary : null;
  const texts = summary === null ? null : firstTexts(summary);
  return (
    <label className={styles['first']}>
      <input
        type="radio"
        name={name}
        value="source"
        checked={isChosen}
        className={styles['radio']}
        onChange={onChoose}
      />
      <span className={styles['firstName']}>
        {sourceName(plan)}, <span className="numbers">{choiceWords.size(plan)}</span>.{' '}
        {texts === null ? waitingText(preview) : texts.work}
      </span>{' '}
      <span className={`${styles['heading']} numbers`}>{texts === null ? planWords.asMade : texts.heading}</span>{' '}
      <span className={`${styles['firstFile']} numbers`}>{texts?.file}</span>{' '}
      {texts?.isOriginal ? <span className={styles['badge']}>{choiceWords.original}</span> : null}
      <span className={styles['picture']}>
        <PlanPicture strip={planStrip(plan, summary?.stretches ?? null)} scenes={scenes} />{' '}
        {summary === null ? (
          <Shimmer className={styles['unknownLegend'] ?? ''} />
        ) : (
          <PlanLegend stretches={summary.stretches} framesPerSecond={fpsNumber(plan.fps)} />
        )}
      </span>
    </label>
  );
}

function waitingText(preview: ExportPreview | undefined): string {
  if (preview === undefined) return planWords.reading;
  return preview.can ? planWords.waiting : `${planWords.unable}.`;
}
