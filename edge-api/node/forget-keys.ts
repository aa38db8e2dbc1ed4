/** Gives up the API keys whose secret is lost, so that a server can start without it. */
import { join } from 'node:path';
import { ConfigError, readConfig, type Environment } from '../config.ts';
import { countKeys, deleteOtherKeys } from '#edge-api/repos/api-keys.ts';
import { bringForward, DATABASE_FILE, kekIdsOf, openDatabase, prepareFolder } from './data-folder.ts';
import { isThere } from './make-folder.ts';
import { readSecret } from './secret-file.ts';
import { backupWords } from '../operator-words.ts';

export type Keys = { unreadable: number; all: number };

/**
 * Deletes the keys that none of the secrets that are there can open, if `confirm` agrees. Those that can still be read
 * stay.
 * @throws ConfigError
 */
export async function forgetKeys(
  environment: Environment,
  confirm: (keys: Keys) => Promise<boolean>,
): Promise<Keys & { forgotten: number }> {
  const config = readConfig(environment, 'embedded');
  const dataDir = await prepareFolder(config.dataDir);
  if (config.database === null && !(await isThere(join(dataDir, DATABASE_FILE))))
    throw new ConfigError(backupWords.noDatabase({ folder: dataDir }));
  const db = await openDatabase(config, dataDir);
  try {
    await bringForward(db);
    const secrets = [config.keySecret ?? (await readSecret(dataDir)), config.previousKeySecret];
    const kekIds = await kekIdsOf(secrets);
    const keys = await countKeys(db, kekIds);
    const isAgreed = keys.unreadable > 0 && (await confirm(keys));
    return { ...keys, forgotten: isAgreed ? await deleteOtherKeys(db, kekIds) : 0 };
  } finally {
    db.close();
  }
}
