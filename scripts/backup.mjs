/** `npm run backup -- <file>`: copies the database while the server may run, and lists its media. */
import { runCommand } from './run-command.mjs';

await runCommand('backup-command');
