/** `npm run check`: types, lint, format and unused code. */
import { checkSteps, runAll } from './steps.mjs';

await runAll([checkSteps]);
