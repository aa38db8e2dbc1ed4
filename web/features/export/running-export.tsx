import { Spinner } from '@radix-ui/themes';
import { X } from 'lucide-react';
import type { ExportRow } from '#data/tables/rows.ts';
import { cancelExport } from '#editor/page-exports.ts';
import { IconAction } from '#ui/icon-action.tsx';
import { QuietButton } from '#ui/quiet-button.tsx';
import { useSecondsSince } from '#ui/seconds-since.ts';
import { SegmentBar } from '#ui/segment-bar.tsx';
import { uiWords } from '#ui/words.ts';
import styles from './export-card.module.css';
import { ExportFrame } from './export-frame.tsx';
import { choiceText, progressText } from './export-text.ts';
import { FoldButton, type Folding } from './fold-button.tsx';
import { cardWords } from './words.ts';

type RunningExportProps = { row: ExportRow; waiting: readonly ExportRow[]; folding: Folding };

/** The export at work, and what waits behind it; folded, a line with how far it is. */
export function RunningExport({ row, waiting, folding }: RunningExportProps) {
  const { isFolded } = folding;
  const elapsed = useSecondsSince(row.startedAt);
  return (
    <section className={styles['card']} aria-label={cardWords.label(row)}>
      <div className={styles['top']}>
        {isFolded ? null : <ExportFrame row={row} />}
        <div className={styles['words']}>
          <div className={styles['head']}>
            <p className={`${styles['name']} one-line`}>{row.fileName}</p>
            {isFolded ? (
              <span className={`${styles['state']} numbers`}>{cardWords.percent({ percent: row.progress })}</span>
            ) : null}
            <FoldButton {...folding} />
          </div>
          {isFolded ? null : (
            <p className={styles['phase']}>
              <Spinner size="1" />
              <span>{row.phase ?? cardWords.preparing}</span>
            </p>
          )}
          <SegmentBar
            segments={[{ tone: 'live', share: row.progress / 100 }]}
            label={cardWords.progress}
            percent={row.progress}
          />
        </div>
      </div>
      {isFolded ? null : (
        <div className={styles['foot']}>
          <span className="numbers">{progressText(row, elapsed)}</span>
          <QuietButton size="1" onClick={() => void cancelExport(row)}>
            {uiWords.cancel}
          </QuietButton>
        </div>
      )}
      {isFolded || waiting.length === 0 ? null : <WaitingExports rows={waiting} />}
    </section>
  );
}

function WaitingExports({ rows }: { rows: readonly ExportRow[] }) {
  return (
    <div className={styles['waiting']}>
      <p>{cardWords.queued({ count: rows.length })}</p>
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <span className="one-line">
              {row.fileName} · {choiceText(row)}
            </span>
            <IconAction size="1" label={cardWords.cancelQueued(row)} onClick={() => void cancelExport(row)}>
              <X size={14} />
            </IconAction>
          </li>
        ))}
      </ul>
    </div>
  );
}
