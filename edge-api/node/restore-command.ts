/** `npm run restore -- <backup folder>`: puts a backup in the place of the data, after checking it. */
import { ConfigError } from '../config.ts';
import { restoreWords as words } from '../operator-words.ts';
import { restoreBackup } from './restore.ts';

async function main(): Promise<void> {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new ConfigError(words.usage);
  process.stdout.write(words.done(await restoreBackup(process.env, folder, Date.now())));
}

main().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
});
