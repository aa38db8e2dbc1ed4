/** `npm run storyreel-file -- check FILE` checks a saved project; `-- schema` prints the JSON schema of its document. */
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const file = fileURLToPath(new URL('storyreel-file/command.ts', import.meta.url));
const { module } = await runnerImport(file, { configFile: false, logLevel: 'error' });
process.exitCode = await module.run(process.argv.slice(2), console);
