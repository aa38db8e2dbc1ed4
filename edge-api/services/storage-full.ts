/** Whether something failed because a disk is full, of whichever part of this server it is. */

/** Of the file system, and of the database (https://sqlite.org/rescode.html): the last are of its logs. */
const FULL = new Set([
  'ENOSPC',
  'EDQUOT',
  'SQLITE_FULL',
  'SQLITE_IOERR_WRITE',
  'SQLITE_IOERR_FSYNC',
  'SQLITE_IOERR_TRUNCATE',
  'SQLITE_IOERR_SHMSIZE',
  'SQLITE_IOERR_SHMOPEN',
]);

/** Looks at the error and at what caused it. */
export function isStorageFull(error: unknown): boolean {
  for (let cause: unknown = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    const codes = ['code' in cause ? cause.code : null, 'extendedCode' in cause ? cause.extendedCode : null];
    if (codes.some((code) => typeof code === 'string' && FULL.has(code))) return true;
  }
  return false;
}
