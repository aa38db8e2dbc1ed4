/** `npm start`: builds what has changed, then serves everything on one port from this process. */
import { runCommand } from './run-command.mjs';

await runCommand('start');
