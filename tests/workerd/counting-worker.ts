/** The Worker as it is deployed, with every call counted that the platform would count against an invocation. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { WorkerEnvironment } from '#edge-api/edge.ts';
import worker from '#edge-api/worker.ts';
import type { Invocation } from './count-calls.ts';

type Context = Parameters<typeof worker.fetch>[2];
type Batch = Parameters<typeof worker.queue>[0];
type Alarm = Parameters<typeof worker.scheduled>[0];
type Environment = WorkerEnvironment & { DATABASE_URL: string };
type Called = Exclude<keyof Invocation, 'what' | 'asked'>;

const now = new AsyncLocalStorage<Invocation>();
let invocations: Invocation[] = [];
let databaseUrl = '';

const count = (kind: Called): void => {
  const invocation = now.getStore();
  if (invocation !== undefined) invocation[kind]++;
};

const plainFetch = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const { href, pathname } = new URL(input instanceof Request ? input.url : input);
  const method = init?.method ?? (input instanceof Request ? input.method : 'GET');
  const isDatabase = href.startsWith(databaseUrl);
  count(isDatabase ? 'database' : 'provider');
  if (!isDatabase) now.getStore()?.asked.push(`${method} ${pathname}`);
  return plainFetch(input, init);
};

/** The same object, each of whose calls counts, and those of what it answers to make a file in parts. */
function counted<Target extends object>(target: Target, kind: Called): Target {
  return new Proxy(target, {
    get: (_, name) => {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return async (...args: unknown[]) => {
        count(kind);
        const answer: unknown = await Reflect.apply(member, target, args);
        return name === 'createMultipartUpload' && answer instanceof Object ? counted(answer, kind) : answer;
      };
    },
  });
}

function countedEnvironment(env: Environment): Environment {
  databaseUrl = env.DATABASE_URL;
  const { ASSETS, MEDIA, JOBS, EXPORTS } = env;
  return {
    ...env,
    ASSETS: counted(ASSETS, 'bucket'),
    ...(MEDIA && { MEDIA: counted(MEDIA, 'bucket') }),
    ...(JOBS && { JOBS: counted(JOBS, 'queue') }),
    ...(EXPORTS && { EXPORTS: counted(EXPORTS, 'queue') }),
  };
}

function invoke<Answer>(what: string, work: () => Answer): Answer {
  const invocation: Invocation = { what, database: 0, bucket: 0, queue: 0, provider: 0, asked: [] };
  invocations.push(invocation);
  return now.run(invocation, work);
}

export default {
  fetch: async (request: Request, env: Environment, context: Context): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (pathname === '/calls') {
      const seen = invocations;
      invocations = [];
      return Response.json(seen);
    }
    return invoke(`${request.method} ${pathname}`, () => worker.fetch(request, countedEnvironment(env), context));
  },
  queue: (batch: Batch, env: Environment, context: Context) =>
    invoke(`queue of ${batch.messages.length}`, () => worker.queue(batch, countedEnvironment(env), context)),
  scheduled: (alarm: Alarm, env: Environment, context: Context) =>
    invoke('alarm', () => worker.scheduled(alarm, countedEnvironment(env), context)),
};
