/** `npm run rotate-key`: moves people's API keys to the current server secret. */
import { runCommand } from './run-command.mjs';

await runCommand('rotate-key-command');
