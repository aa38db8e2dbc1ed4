/** Whether something failed because the database could not be asked, or gave no answer: not because it refused. */

/** Its own answers begin so (https://sqlite.org/rescode.html), but these say that it had no time. */
const OWN_ANSWER = /^SQLITE_(?!BUSY|LOCKED)/;

/** A connection that is gone, a time-out, and a server that fails have no code in common, so what is told apart is the rest. */
export function isDatabaseAway(error: unknown): boolean {
  for (let cause: unknown = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    const code = 'code' in cause ? cause.code : null;
    if (typeof code === 'string' && (OWN_ANSWER.test(code) || code === 'CLIENT_CLOSED')) return false;
  }
  return error instanceof Error;
}
