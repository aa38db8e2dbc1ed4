/** The ledger as a table for spreadsheets (RFC 4180). Pure. */
import type { LedgerAttempt } from '#shared/api/spending.ts';
import { modelName } from './model-name.ts';
import { csvWords, kindWords, stateWords } from './words.ts';

/** UTF-8 with its mark, without which some spreadsheets guess wrong. */
const BOM = '\uFEFF';

export function ledgerCsv(attempts: readonly LedgerAttempt[]): string {
  const rows = attempts.map((attempt) => [
    new Date(attempt.at).toISOString(),
    attempt.title ?? '',
    kindWords[attempt.kind].name,
    attempt.sceneNumber === null ? '' : String(attempt.sceneNumber),
    modelName(attempt),
    stateWords[attempt.state],
    attempt.reservedUsd.toFixed(6),
    attempt.amountUsd.toFixed(6),
    attempt.priceListDate,
  ]);
  return BOM + [csvWords.columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** A text that a spreadsheet would run as a formula gets an apostrophe in front, which it doesn't show. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
