/** `npm run deploy:check`: says what would keep the edge deployment from running, before it is deployed. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkDeployment } from './deploy-check.ts';
import { deployCheckWords as words } from '../operator-words.ts';

async function main(): Promise<void> {
  const root = join(import.meta.dirname, '../../..');
  const findings = await checkDeployment({
    environment: process.env,
    wranglerToml: await readFile(join(root, 'wrangler.toml'), 'utf8'),
    isBuilt: existsSync(join(root, 'dist/web/index.html')),
  });
  for (const { what, problem } of findings)
    process.stdout.write(`${problem === null ? words.fine({ what }) : words.wrong({ what, problem })}\n`);
  if (findings.some(({ problem }) => problem !== null)) process.exitCode = 1;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
