/**
 * `npm run backup -- <file>`: a copy of the database, and beside it the list of the media that belong to it.
 * `npm run backup -- --scheduled`: what the server does once a day, now.
 */
import { backUp } from './back-up.ts';
import { ConfigError } from '../config.ts';
import { makeScheduledBackup } from './scheduled-backup.ts';
import { backupWords as words } from '../operator-words.ts';

async function main(): Promise<void> {
  const [file] = process.argv.slice(2);
  if (file === undefined) throw new ConfigError(words.usage);
  if (file === '--scheduled') {
    const { folder, files, missing } = await makeScheduledBackup(process.env, Date.now());
    process.stdout.write(words.made({ folder, count: files }));
    if (missing > 0) process.stderr.write(`${words.missing({ count: missing })}\n`);
    return;
  }
  const backup = await backUp(process.env, file);
  process.stdout.write(words.done({ file: backup.file, mediaList: backup.mediaList, count: backup.blobs.length }));
  if (backup.missing.length > 0) throw new ConfigError(words.missing({ count: backup.missing.length }));
}

main().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
});
