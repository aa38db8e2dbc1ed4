import { ApiError } from '#api/errors.ts';
import type { ErrorBody } from '#shared/api/error.ts';

/** What says that nobody is signed in, or that the server has no time now. */
const PASSING: readonly number[] = [401, 408, 425, 429];

/**
 * Whether the server refused what it was asked. Without a body of ours it is a page from something in between, such as a
 * hotel's sign-in, or a proxy.
 */
export function isForGood(error: unknown): error is ApiError & { body: ErrorBody } {
  return error instanceof ApiError && error.body !== null && error.status < 500 && !PASSING.includes(error.status);
}
