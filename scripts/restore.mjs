/** `npm run restore -- <backup folder>`: puts a backup in the place of the data, after checking it. */
import { runCommand } from './run-command.mjs';

await runCommand('restore-command');
