/** Whether a failure is the operating system's, and of one of these kinds. */
export function isErrno(error: unknown, ...codes: string[]): error is NodeJS.ErrnoException {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    (codes.length === 0 || codes.includes(error.code))
  );
}
