// One request's way through the fake: credential, script, handler.

import { readCredential, refusalOf } from './credentials.ts';
import type { Reply } from './reply.ts';
import type { FakeRequest } from './request.ts';
import type { RouteMatch } from './routes.ts';
import type { FakeState } from './state.ts';
import { errorReply } from './wire-errors.ts';

/** Decides the answer. */
export async function answer(state: FakeState, request: FakeRequest, match: RouteMatch | null): Promise<Reply> {
  const family = match?.route.family ?? 'google';
  const credential = readCredential(
    {
      header: request.headers['x-goog-api-key'],
      query: request.url.searchParams.get('key'),
      authorization: request.headers['authorization'],
    },
    family,
  );
  if (!credential.ok) return credential.reply;
  request.key = credential.key;
  const refusal = refusalOf(state.options.keys(request.key), family);
  if (refusal !== null) return refusal;
  const scripted = await scriptedReply(state, request);
  if (scripted !== undefined) return scripted;
  if (match === null) return errorReply('google', { httpStatus: 404, status: 'NOT_FOUND', message: 'Not Found' });
  const isJsonWanted = request.method === 'POST' && request.bytes.length > 0;
  if (isJsonWanted && request.body === undefined) {
    const message = 'Invalid JSON payload received. Unexpected token.';
    return errorReply(family, { httpStatus: 400, status: 'INVALID_ARGUMENT', message });
  }
  return await match.route.handle(state, request);
}

async function scriptedReply(state: FakeState, request: FakeRequest): Promise<Reply | undefined> {
  const outcome = state.script.get(request.operation)?.shift();
  return typeof outcome === 'function' ? await outcome(request) : outcome;
}
