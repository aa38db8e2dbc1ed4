/** What a failed write means. */

/** Whether a batch failed because something else was there first or an expectation didn't hold: read anew and try again. */
export function isConflict(error: unknown): boolean {
  return error instanceof Error && /expectation failed|UNIQUE constraint failed/.test(error.message);
}
