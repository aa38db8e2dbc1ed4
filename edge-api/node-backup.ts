/** `npm run backup -- <file>`: a copy of the database, and beside it the list of the media that belong to it. */
import { backUp } from './back-up.ts';
import { ConfigError } from './config.ts';

async function main(): Promise<void> {
  const [file] = process.argv.slice(2);
  if (file === undefined) throw new ConfigError('Say where the backup shall be: npm run backup -- <file>');
  const backup = await backUp(process.env, file);
  process.stdout.write(`${backup.file}\n${backup.mediaList}: ${backup.blobs.length} files\n`);
  if (backup.missing.length > 0)
    throw new ConfigError(`${backup.missing.length} of them are not in the media folder as they should be.`);
}

main().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
});
