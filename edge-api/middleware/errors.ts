/** Turns every failure into one form of reply. Unexpected errors go to the log, not to the person. */
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ErrorBody } from '#shared/api/error.ts';
import { AppError, errorStatus } from '#shared/errors.ts';
import type { Deps } from '../deps.ts';
import { isStorageFull } from '#edge-api/services/storage-full.ts';
import { loggedAddress } from '../log.ts';
import type { AppEnv } from './app-env.ts';
import { requestWords } from './words.ts';

export function errorReply(deps: Pick<Deps, 'log'>) {
  return (error: unknown, c: Context<AppEnv>): Response => {
    const known = asAppError(error);
    const requestId = c.get('requestId') ?? '';
    if (isAbandoned(error)) return c.body(null, GONE_STATUS);
    if (known === null)
      deps.log.error('request_failed', { requestId, method: c.req.method, path: loggedAddress(c.req.path), error });
    else if (known.cause !== undefined && known.status >= 500)
      deps.log.warn('request_refused', { requestId, code: known.code, error: known });
    const failure = known ?? new AppError('internal', requestWords.internal);
    if (failure.retryAfterSeconds !== undefined)
      c.header('Retry-After', String(Math.max(1, Math.ceil(failure.retryAfterSeconds))));
    c.header('Cache-Control', 'no-store');
    const body: ErrorBody = {
      message: failure.message,
      code: failure.code,
      requestId,
      ...(failure.current === undefined ? {} : { current: failure.current }),
    };
    return c.json(body, statusOf(failure));
  };
}

/** "Request Timeout": nobody reads it, and it counts as no failure of the server. */
const GONE_STATUS = 408;

/** Whether the connection ended before the request's body had come whole: a page was closed, or a phone left its network. */
function isAbandoned(error: unknown): boolean {
  return error instanceof Error && error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET';
}

function statusOf(error: AppError): ContentfulStatusCode {
  return errorStatus[error.code];
}

/** Hono's own refusals in our words; null for other errors. */
function asAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  if (isStorageFull(error)) return new AppError('storage_full', requestWords.storageFull, { cause: error });
  if (!(error instanceof HTTPException)) return null;
  if (error.status === 400) return new AppError('bad_json', requestWords.notJson, { cause: error });
  if (error.status === 413) return new AppError('too_large', requestWords.tooLarge, { cause: error });
  if (error.status === 415)
    return new AppError('wrong_content_type', requestWords.wrongType, {
      cause: error,
    });
  return null;
}
