/** `npm run export-service`: writes movies for a server elsewhere, by its address and a token. */
import { runCommand } from './run-command.mjs';

await runCommand('export-service-command');
