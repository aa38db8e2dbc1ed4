import { readLedger } from '#api/queries/spending.ts';
import type { LedgerAttempt } from '#shared/api/spending.ts';
import { saveFile } from '#ui/save-file.ts';
import { showFailure } from '#ui/toasts.ts';
import { ledgerCsv } from './ledger-csv.ts';
import { dayOf } from './spending-plot.ts';
import { csvWords } from './words.ts';

/** Fetches every page of the ledger and saves it as a table. Shows a failure. */
export async function downloadLedger(): Promise<void> {
  try {
    const attempts: LedgerAttempt[] = [];
    let next: string | null = null;
    do {
      const page = await readLedger(next);
      attempts.push(...page.attempts);
      next = page.next;
    } while (next !== null);
    const file = new Blob([ledgerCsv(attempts)], { type: 'text/csv' });
    saveFile(file, csvWords.fileName({ day: dayOf(Date.now()) }));
  } catch (error) {
    showFailure(csvWords.failed, error);
  }
}
