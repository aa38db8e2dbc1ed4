/**
 * `npm run deploy:check`: says what would keep the edge deployment from running, before it is deployed. With `--deployed`
 * it takes the output of `wrangler secret list`, and says what the Worker still lacks.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { checkDeployment } from './deploy-check.ts';
import { deployCheckWords as words } from '../operator-words.ts';

async function main(): Promise<void> {
  const root = join(import.meta.dirname, '../../..');
  const findings = await checkDeployment({
    environment: process.env,
    wranglerToml: await readFile(join(root, 'wrangler.toml'), 'utf8'),
    isBuilt: existsSync(join(root, 'dist/web/index.html')),
    secretNames: process.argv.includes('--deployed') ? secretNamesIn(await text(process.stdin)) : null,
  });
  for (const { what, problem, note } of findings)
    process.stdout.write(`${problem === null ? words.fine({ what, note }) : words.wrong({ what, problem })}\n`);
  if (findings.some(({ problem }) => problem !== null)) process.exitCode = 1;
}

/** wrangler may say something before its list. @throws Error with a sentence where there is no list */
function secretNamesIn(output: string): string[] {
  try {
    const list: unknown = JSON.parse(output.slice(output.indexOf('[')));
    return z
      .array(z.object({ name: z.string() }))
      .parse(list)
      .map(({ name }) => name);
  } catch (cause) {
    throw new Error(words.noSecretList, { cause });
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
