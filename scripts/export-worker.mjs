/** `npm run export-worker`: writes movies for a server on the same database and media folder. */
import { runCommand } from './run-command.mjs';

await runCommand('export-worker-command');
