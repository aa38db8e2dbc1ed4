import type { ExportPreview } from '#editor/export-preview.ts';
import type { PlanSummary } from '#media/worker/client.ts';
import styles from './plan-text.module.css';
import { planSentence, reasonRows } from './plan-sentences.ts';
import { planWords, reasonWords } from './words.ts';

/** What will happen, in one sentence, whose place is kept while the plan is being made. */
export function PlanText({ preview }: { preview: ExportPreview | undefined }) {
  if (preview?.can === false) return null;
  const summary = preview?.summary;
  return (
    <output className={`${styles['plan']} numbers ${summary ? '' : 'quiet'}`}>
      {summary ? planSentence(summary) : waitingText(preview)}
    </output>
  );
}

function waitingText(preview: ExportPreview | undefined): string {
  return preview === undefined ? planWords.reading : planWords.waiting;
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
