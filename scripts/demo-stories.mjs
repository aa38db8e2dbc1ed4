/** `npm run demo-stories`: prints what the demo studio makes of sixty ideas, to be read; `-- 600` in another length than 120 s. */
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const { module } = await runnerImport(`${root}scripts/demo-stories/print.ts`, { configFile: false, logLevel: 'error' });
module.printStories(Number(process.argv[2] ?? 120));
