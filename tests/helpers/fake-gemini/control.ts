// Steering from another process, for end-to-end tests whose workers can't reach the fake's memory.
//
//   GET  /__fake/log       every request so far; keys are cut short
//   GET  /__fake/jobs      every accepted job: {id, api, model, prompt, polls, posts}
//   GET  /__fake/redirects every hop to the second origin
//   POST /__fake/next      {operation, reply, times?}: sets the next answers
//   POST /__fake/reset     forgets everything

import { z } from 'zod';
import { postCounts } from './post-counter.ts';
import { json, type Reply } from './reply.ts';
import { clearState, type FakeState } from './state.ts';

const OPERATIONS = [
  'models.generateContent',
  'models.countTokens',
  'models.list',
  'models.get',
  'interactions.create',
  'interactions.get',
  'interactions.cancel',
  'interactions.delete',
  'files.get',
  'files.download',
  'files.delete',
  'files.startUpload',
  'files.upload',
  'veo.create',
  'operations.get',
] as const;

const nextOrder = z.object({
  operation: z.enum(OPERATIONS),
  times: z.int().positive().default(1),
  reply: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('json'), status: z.int(), body: z.unknown() }),
    z.object({ kind: z.literal('text'), status: z.int(), contentType: z.string(), text: z.string() }),
    z.object({ kind: z.literal('drop') }),
  ]),
});

/** The answer to a steering request, or null if it isn't one. */
export function control(state: FakeState, method: string, url: URL, body: unknown): Reply | null {
  if (!url.pathname.startsWith('/__fake/')) return null;
  switch (`${method} ${url.pathname.slice('/__fake/'.length)}`) {
    case 'GET log':
      return json(state.requests.map((request) => ({ ...request, headers: withoutKey(request.headers) })));
    case 'GET jobs':
      return json(jobViews(state));
    case 'GET redirects':
      return json(state.redirects);
    case 'POST next':
      return setNext(state, body);
    case 'POST reset':
      clearState(state);
      return json({});
    default:
      return json({ error: 'unknown order' }, 404);
  }
}

function jobViews(state: FakeState): unknown[] {
  const posts = postCounts(state);
  return state.jobs.map(({ id, api, model, polls, request }) => ({
    id,
    api,
    model,
    prompt: request.prompt,
    polls,
    posts: posts.forJob(id),
  }));
}

function setNext(state: FakeState, body: unknown): Reply {
  const order = nextOrder.safeParse(body);
  if (!order.success) return json({ error: order.error.message }, 400);
  const { operation, times, reply } = order.data;
  const queued = state.script.get(operation) ?? [];
  state.script.set(operation, [...queued, ...Array.from({ length: times }, () => reply)]);
  return json({});
}

function withoutKey(headers: Record<string, string>): Record<string, string> {
  const key = headers['x-goog-api-key'];
  return key === undefined ? headers : { ...headers, 'x-goog-api-key': `${key.slice(0, 4)}…${key.slice(-4)}` };
}
