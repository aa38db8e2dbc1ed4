/** `npm run screenshots`: every screen and dialog in both themes, on a phone and a desktop, the main ones at four widths, into test-results/screenshots; `npm run screenshots -- editor` takes a part of them. */
import { buildStep, installTools, runAll } from './steps.mjs';

installTools();
await runAll([
  [
    buildStep,
    {
      name: 'screenshots',
      command: ['playwright', 'test', '-c', 'tests/screenshots/playwright.config.ts', ...process.argv.slice(2)],
    },
  ],
]);
