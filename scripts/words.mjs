/** `npm run words [-- landing]`: every sentence that a person can meet, with its place. */
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const file = fileURLToPath(new URL('words/print-words.ts', import.meta.url));
const { module } = await runnerImport(file, { configFile: false, logLevel: 'error' });
await module.printWords(process.argv[2]);
