import { isRunning } from '#data/tables/exports.ts';
import type { ExportRow } from '#data/tables/rows.ts';

/** Which exports the card shows: the one at work, those behind it, and the newest that has ended. */
type ShownExports = { running: ExportRow | null; waiting: ExportRow[]; ended: ExportRow | null };

/** @param rows the newest first */
export function shownExports(rows: readonly ExportRow[]): ShownExports {
  const atWork = rows.filter(isRunning).toReversed();
  const running = atWork.find(({ status }) => status === 'processing') ?? atWork[0] ?? null;
  return {
    running,
    waiting: atWork.filter((row) => row !== running),
    ended: rows.find((row) => !isRunning(row)) ?? null,
  };
}
