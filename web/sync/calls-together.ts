/** Several changes in one call: what was edited for hours without a network is on the server after a few round trips. */
import { z } from 'zod';
import { ApiError, OfflineError } from '#api/errors.ts';
import { planCall } from '#api/planned-call.ts';
import { rpc } from '#api/rpc.ts';
import { changesReply, type ChangesReply, type ChangesRequest } from '#shared/api/changes.ts';
import type { Claim } from './claim.ts';
import { isForGood } from './for-good.ts';
import type { Outgoing } from './sync-deps.ts';

export type Answer = ChangesReply['replies'][number];

/** The server makes them in this order, each under its own key and on its own version, up to the first that it refuses. */
export function callFor(rows: readonly Claim[]): Outgoing {
  const changes = rows.map(({ request: { method, path, body, ifMatch }, opId, madeOn }) => ({
    method,
    path,
    body,
    key: opId,
    ifMatch,
    madeOn,
  }));
  const json: ChangesRequest = { changes };
  return { ...planCall('POST', rpc.api.changes, { json }), headers: { 'Content-Type': 'application/json' } };
}

/** One for each change, up to the first that was refused. @throws ZodError */
export function answersOf(reply: unknown): Answer[] {
  return changesReply.parse(reply).replies;
}

/** The JSON of an answer, null when it has none. @throws ApiError when it isn't OK, SyntaxError */
export function read(answer: Answer | undefined): unknown {
  if (answer === undefined) throw new SyntaxError('An answer is missing.');
  if (answer.status >= 400) throw new ApiError(answer.status, answer.body, answer.retryAfterSeconds);
  return answer.body === '' ? null : JSON.parse(answer.body);
}

/** Whether the call as such was refused, which says nothing of the changes in it: an older server doesn't know it. */
export function isCallRefused(error: unknown): boolean {
  // Something in between may not let so much by, or not know the way.
  return isForGood(error) || (error instanceof ApiError && [404, 405, 413, 501].includes(error.status));
}

/** Whether nothing was heard of the call, or nothing that can be read. */
export function isUnanswered(error: unknown): boolean {
  if (error instanceof ApiError) return error.status !== 401;
  return error instanceof OfflineError || error instanceof z.ZodError || error instanceof SyntaxError;
}
