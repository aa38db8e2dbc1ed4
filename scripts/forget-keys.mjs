/** `npm run forget-keys`: deletes the API keys that can't be decrypted because their secret is lost. */
import { runCommand } from './run-command.mjs';

await runCommand('forget-keys-command');
