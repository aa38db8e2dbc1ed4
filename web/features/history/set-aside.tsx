import { z } from 'zod';
import type { QuarantineRow } from '#data/tables/rows.ts';
import { QuietButton } from '#ui/quiet-button.tsx';
import { historyWords, setAsideName } from './history-words.ts';
import { copySetAside, discardItem } from './restore-value.ts';
import styles from './set-aside.module.css';

/** Rows that could not be read after an update: what each is, why, and what can be done with it. */
export function SetAside({ rows }: { rows: readonly QuarantineRow[] }) {
  return (
    <section className={styles['section']} aria-label={historyWords.setAside}>
      <h3>{historyWords.setAside}</h3>
      <p className="quiet">{historyWords.setAsideHint}</p>
      <ul>
        {rows.map((row) => (
          <Item key={row.id} row={row} />
        ))}
      </ul>
    </section>
  );
}

const titled = z.object({ title: z.string().min(1) });
const labelled = z.object({ label: z.string().min(1) });

function Item({ row }: { row: QuarantineRow }) {
  const { data: named } = titled.safeParse(row.row);
  const { data: called } = labelled.safeParse(row.row);
  const name = setAsideName(row.table, named?.title ?? called?.label ?? null);
  return (
    <li>
      <p className={styles['name']}>{name}</p>
      <details>
        <summary>{historyWords.why}</summary>
        <p className={styles['reason']}>{row.reason}</p>
      </details>
      <div className={styles['choices']}>
        <QuietButton size="1" aria-label={`${historyWords.copy}: ${name}`} onClick={() => void copySetAside(row)}>
          {historyWords.copy}
        </QuietButton>
        <QuietButton size="1" aria-label={`${historyWords.discard}: ${name}`} onClick={() => void discardItem(row)}>
          {historyWords.discard}
        </QuietButton>
      </div>
    </li>
  );
}
