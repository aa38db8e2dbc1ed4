/** The API in workerd as the tests of tests/api have it on Node: on their clock, and without limits that would stop them. */
import { createEdge, type Edge, type WorkerEnvironment } from '#edge-api/edge.ts';
import { createLog } from '#edge-api/log.ts';
import { memoryBuckets } from '#edge-api/services/rate-limit.ts';
import { NOW_HEADER, testDeps } from './test-deps.ts';

let nowMs = 0;
let edge: Edge | null = null;

const now = (): number => nowMs;
const log = createLog((line) => console.warn(line), now);

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
      rateBuckets: memoryBuckets(),
    }));
    await edge.bringForward();
    return edge.fetch(request);
  },
};
