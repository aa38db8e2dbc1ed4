/** What bundles the Worker is installed in a folder of its own, because it weighs a third of everything else together. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';

const folder = 'tests/edge';
const installed = `${folder}/node_modules/.package-lock.json`;

const isCurrent =
  existsSync(installed) && (await stat(installed)).mtimeMs >= (await stat(`${folder}/package-lock.json`)).mtimeMs;
if (!isCurrent) {
  console.log('Installing wrangler …');
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
}
