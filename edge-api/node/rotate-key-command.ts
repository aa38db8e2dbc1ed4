/** `npm run rotate-key`: moves people's API keys from KEY_ENCRYPTION_SECRET_PREVIOUS to KEY_ENCRYPTION_SECRET. */
import { ConfigError, readConfig } from '../config.ts';
import { bringForward, openDatabase, prepareFolder, readKeySecrets } from './data-folder.ts';
import { rotateKeys } from '#edge-api/services/rotate-keys.ts';
import { rotateKeyWords as words } from '../operator-words.ts';

async function main(): Promise<void> {
  const config = readConfig(process.env, 'embedded');
  if (config.previousKeySecret === null) throw new ConfigError(words.needsPrevious);
  const dataDir = await prepareFolder(config.dataDir);
  const db = await openDatabase(config, dataDir);
  try {
    await bringForward(db);
    const { moved, unreadable } = await rotateKeys({
      db,
      keySecrets: await readKeySecrets(config, dataDir, db),
      randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    });
    process.stdout.write(words.moved({ count: moved }));
    if (unreadable > 0) throw new ConfigError(words.unreadable({ count: unreadable }));
  } finally {
    db.close();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
});
