/** `npm run migrate-data -- to-edge` or `-- from-edge`: moves all data between a data folder and the edge. */
import { runCommand } from './run-command.mjs';

await runCommand('migrate-data-command');
