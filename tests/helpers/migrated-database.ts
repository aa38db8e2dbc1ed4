/** Databases of the newest form, each a copy of one that was brought there once in this process. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '#edge-api/db/migrate.ts';
import { openFileDatabase } from '#edge-api/db/open-file.ts';
import type { OpenDb } from '#edge-api/db/client.ts';

let master: Promise<Buffer> | null = null;

/** Opens a new database in a file that doesn't exist yet. The caller closes it. */
export async function openMigratedDatabase(path: string): Promise<OpenDb> {
  master ??= makeMaster();
  await writeFile(path, await master);
  return openFileDatabase(`file:${path}`);
}

async function makeMaster(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'storyreel-master-'));
  try {
    const db = await openFileDatabase(`file:${join(folder, 'migrated.db')}`);
    const master = join(folder, 'master.db');
    try {
      await migrate(db, 0);
      await db.execute({ sql: 'vacuum into :master', args: { master } });
    } finally {
      db.close();
    }
    return await readFile(master);
  } finally {
    await rm(folder, { recursive: true });
  }
}
