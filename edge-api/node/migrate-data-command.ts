/**
 * `npm run migrate-data -- to-edge` and `-- from-edge`: moves all data between DATA_DIR and a libSQL server with a bucket.
 * `-- to-edge --backup` restores a folder that was made as a backup.
 */
import { ConfigError, readConfig } from '../config.ts';
import { migrateWords as words } from '../operator-words.ts';
import { s3Files } from '#edge-api/providers/media-store/s3.ts';
import { moveData } from './migrate-data.ts';

async function main(): Promise<void> {
  const [direction, option] = process.argv.slice(2);
  const isBackup = option === '--backup';
  if ((direction !== 'to-edge' && direction !== 'from-edge') || (option !== undefined && !isBackup))
    throw new ConfigError(words.usage);
  const { dataDir, database, bucket } = readConfig(process.env, 'embedded');
  if (database === null || database.url.startsWith('file:') || bucket === null) throw new ConfigError(words.needs);
  const moved = await moveData({
    direction,
    dataDir,
    remote: database,
    bucket: s3Files(bucket, Date.now),
    now: Date.now,
    isBackup,
    onStep: (step) => process.stderr.write(`${'table' in step ? step.table : step.file}\n`),
  });
  const rows = moved.tables.reduce((sum, table) => sum + table.rows, 0);
  process.stdout.write(
    words.done({ rows, tables: moved.tables.length, files: moved.files, missing: moved.missing.length, direction }),
  );
  // Everything else has moved, so it is no error; but whoever runs it in a script has to know.
  if (moved.missing.length > 0) process.exitCode = 2;
}

main().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
});
