/**
 * `npm run bench -- --api`: how much one server process bears, and how many people polling it holds. `--only load` has many
 * people at once instead, on Node and in workerd; `--only worker` looks into the Worker's isolate.
 */
import { createServer } from 'vite';
import { buildIfChanged } from './build.mjs';
import { installEdgeTools } from './edge/edge-tools.mjs';

/** @type {(options: { seconds: number, nodeOptions: string[], only: string[] }) => Promise<void>} */
export async function benchApi({ only, ...options }) {
  await buildIfChanged();
  const [isLoad, isWorker] = ['load', 'worker'].map((name) => only.includes(name));
  if (isLoad || isWorker) await installEdgeTools();
  const loader = await createServer({
    root: '.',
    configFile: false,
    cacheDir: 'node_modules/.vite/bench',
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, watch: null, ws: false },
    appType: 'custom',
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const print = (line) => console.log(line);
    if (isWorker) {
      const { runWorkerBench } = await loader.ssrLoadModule('/tests/bench/run-worker-bench.ts');
      await runWorkerBench({ print });
    }
    if (isLoad) {
      const { runLoadBench } = await loader.ssrLoadModule('/tests/bench/run-load-bench.ts');
      await runLoadBench({ ...options, isGate: process.env.LOAD_GATE === '1', print });
    }
    if (!isLoad && !isWorker) {
      const { runApiBench } = await loader.ssrLoadModule('/tests/bench/run-api-bench.ts');
      await runApiBench({ ...options, print });
    }
  } finally {
    await loader.close();
  }
}
