/** `npm run bench -- --api`: how much one server process bears, and how many people polling it holds. */
import { createServer } from 'vite';
import { buildIfChanged } from './build.mjs';

/** @type {(options: { seconds: number, nodeOptions: string[] }) => Promise<void>} */
export async function benchApi(options) {
  await buildIfChanged();
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
    const { runApiBench } = await loader.ssrLoadModule('/tests/bench/run-api-bench.ts');
    await runApiBench({ ...options, print: (line) => console.log(line) });
  } finally {
    await loader.close();
  }
}
