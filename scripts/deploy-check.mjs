/** `npm run deploy:check`: whether what is to be deployed on the edge would run there. */
import { runCommand } from './run-command.mjs';

await runCommand('deploy-check-command');
