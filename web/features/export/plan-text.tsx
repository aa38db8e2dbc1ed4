import type { ExportPreview } from '#editor/export-preview.ts';
import type { PlanSummary } from '#media/worker/client.ts';
import styles from './plan-text.module.css';
import { reasonRows } from './plan-sentences.ts';
import { planWords, reasonWords } from './words.ts';

type ChoiceCostProps = {
  /** "1080p · about 24 s · about 41 MB", or what is known of it. */
  text: string;
  /** What it costs of the pictures; null where nothing. */
  cost: string | null;
  preview: ExportPreview | undefined;
  /** Null where nothing could be copied. */
  onNoLoss: (() => void) | null;
};

/** What the chosen size means, in the foot, with the way to what is not encoded. */
export function ChoiceCost({ text, cost, preview, onNoLoss }: ChoiceCostProps) {
  return (
    <div className={styles['cost']}>
      <output className="numbers">{text}</output>
      <p>
        {preview === undefined ? planWords.reading : preview.can && preview.summary === null ? planWords.waiting : cost}{' '}
        {onNoLoss === null ? null : (
          <button type="button" className="link" onClick={onNoLoss}>
            {planWords.toNoLoss}
          </button>
        )}
      </p>
    </div>
  );
}

type PlanReasonsProps = {
  /** Null while it isn't known. */
  summary: PlanSummary | null;
  framesPerSecond: number;
};

/** Scene by scene, why pictures and sound are not copied; unfolds. Its place is kept while the plan is being made. */
export function PlanReasons({ summary, framesPerSecond }: PlanReasonsProps) {
  if (summary === null) return <div className={styles['reasons']} />;
  const isEncoded = summary.encodedSeconds > 0;
  return (
    <details className={styles['reasons']}>
      <summary>{isEncoded ? reasonWords.heading : reasonWords.details}</summary>
      <dl className="numbers">
        {reasonRows(summary, framesPerSecond).map(({ about, why }) => (
          <div key={about}>
            <dt>{about}</dt>
            <dd>{why}</dd>
          </div>
        ))}
      </dl>
      {isEncoded ? <p>{reasonWords.kept}</p> : null}
      <p>{reasonWords.checked}</p>
    </details>
  );
}
