/** The API in workerd as the tests of tests/api have it on Node: on their clock, and with limits that stop nobody. */
import { createEdge, type Edge, type WorkerEnvironment } from '#edge-api/edge.ts';
import { createLog } from '#edge-api/log.ts';
import { STANDARD_RATE_LIMITS, type Allowance, type RateLimits } from '#edge-api/services/rate-limit.ts';
import { NOW_HEADER, testDeps } from './test-deps.ts';

let nowMs = 0;
let edge: Edge | null = null;

const now = (): number => nowMs;
const log = createLog((line) => console.warn(line), now);

/** Every call is counted where the Worker counts it, and none is refused. */
const many = (calls: number | null): number | null => (calls === null ? null : 1_000_000);
const hardlyLimited = Object.fromEntries(
  Object.entries(STANDARD_RATE_LIMITS).map(([action, { perUser, perAddress }]): [string, Allowance] => [
    action,
    { perUser: many(perUser), perAddress: many(perAddress) },
  ]),
) as RateLimits;

export default {
  async fetch(request: Request, env: WorkerEnvironment & { TEST_CAN_EXPORT?: string }): Promise<Response> {
    nowMs = Number(request.headers.get(NOW_HEADER));
    edge ??= createEdge(env, { log, now }, (deps) => ({
      ...deps,
      ...testDeps,
      ...(env.TEST_CAN_EXPORT === 'yes'
        ? { checkWriter: async () => ({ available: true, version: 'none', error: null }) }
        : {}),
      noExports: null,
      needsFfmpeg: async () => true,
      rateLimits: hardlyLimited,
    }));
    await edge.bringForward();
    return edge.fetch(request);
  },
};
