/**
 * Moves everything between a data folder and the edge: rows by comparing, files by their hashes. It may be killed anywhere
 * and run again, which goes on where it ended. What it writes to must be empty or its own unfinished work; of what it
 * reads, nothing is changed.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { ConfigError, type Config } from '../config.ts';
import type { Db } from '#edge-api/db/client.ts';
import { migrations } from '#edge-api/db/migrations.ts';
import { openFileDatabase } from '#edge-api/db/open-file.ts';
import { LONG_ANSWER_MS, remoteDatabase, remoteRowWriter } from '#edge-api/db/open-remote.ts';
import { parseFirst, parseRows } from '#edge-api/db/rows.ts';
import { ARRIVED_TABLE, hasUnfinishedMove, MARK_TABLE } from '#edge-api/db/unfinished-move.ts';
import { openDiskStore, type DiskStore } from '#edge-api/providers/media-store/disk.ts';
import { BlobMissingError } from '#edge-api/providers/media-store/port.ts';
import type { S3Files } from '#edge-api/providers/media-store/s3.ts';
import { blobNamesAfter } from '#edge-api/repos/blobs.ts';
import { forgetUnsentWork } from '#edge-api/repos/restored.ts';
import { migrateWords as words, startWords } from '../operator-words.ts';
import { copyRows, digestTable, schemaOf, type CopiedTable, type Side } from './copy-rows.ts';
import { DATABASE_FILE, prepareFolder } from './data-folder.ts';
import { isThere } from './make-folder.ts';
import { makePrivateFile } from './private-files.ts';

export type Direction = 'to-edge' | 'from-edge';

export type Moved = {
  tables: CopiedTable[];
  files: number;
  /** Files that were sent in this run; the others were there. */
  sent: number;
  /** Files that rows name and that are nowhere. */
  missing: string[];
};

export type Move = {
  direction: Direction;
  dataDir: string;
  remote: NonNullable<Config['database']>;
  bucket: S3Files;
  now(): number;
  /**
   * The folder is a backup, or becomes one, while the other side goes on: work that may be sent there, and paid for, isn't sent
   * again by whoever works with the copy, and sessions aren't in it.
   */
  isBackup?: boolean;
  /** Called after each table and each file. */
  onStep?(step: { table: string } | { file: string }): void;
};

const NAMES_A_STEP = 500;

/** @throws ConfigError with one sentence: where nothing may be written, or what was written isn't what was read */
export async function moveData(move: Move): Promise<Moved> {
  const { direction } = move;
  const dataDir = await prepareFolder(move.dataDir);
  const path = join(dataDir, DATABASE_FILE);
  if (direction === 'to-edge' && !(await isThere(path))) throw new ConfigError(words.noDatabase({ folder: dataDir }));
  if (direction === 'from-edge') await makePrivateFile(path);
  const file = await openFileDatabase(`file:${path}`);
  try {
    await requireAlone(file);
    // Rows come in whatever order.
    await file.execute('pragma foreign_keys = off');
    const here: Side = { db: file, write: async (statements) => void (await file.batch(statements, 'write')) };
    const remote = remoteDatabase(move.remote, LONG_ANSWER_MS);
    const there: Side = { db: remote, write: remoteRowWriter(move.remote) };
    return await moveBetween({ ...move, dataDir }, direction === 'to-edge' ? [here, there] : [there, here]);
  } finally {
    file.close();
  }
}

async function moveBetween(move: Move, [from, to]: [Side, Side]): Promise<Moved> {
  const { direction, dataDir, onStep = () => {} } = move;
  await requireReadable(from.db);
  const mark = createHash('sha256')
    .update(`${direction} ${await identityOf(from.db)}`)
    .digest('hex');
  await claimTarget(to, mark);
  const store = await openDiskStore(join(dataDir, 'media'), move.now);
  // Files first: a row that is there has its file.
  const lane = direction === 'to-edge' ? laneToEdge(store, move.bucket, to) : laneFromEdge(store, move.bucket);
  const files = await moveFiles(lane, from.db, (name) => onStep({ file: name }));
  const tables = await copyRows(from, to, ({ name }) => onStep({ table: name }));
  for (const { name, rows, sha256 } of tables) {
    for (const db of [from.db, to.db]) {
      const found = await digestTable(db, name);
      if (found.rows !== rows || found.sha256 !== sha256) throw new ConfigError(words.changed({ table: name }));
    }
  }
  await to.write([
    ...(move.isBackup === true ? forgetUnsentWork(move.now()) : []),
    `drop table if exists ${ARRIVED_TABLE}`,
    `drop table ${MARK_TABLE}`,
  ]);
  return { tables, ...files };
}

/** What is just closing the database gets so long, in milliseconds. */
const ALONE_WITHIN_MS = 2_000;

/** The write-ahead log is given up only by who is alone, so a server that runs on the folder is noticed. */
async function requireAlone(db: Db): Promise<void> {
  await db.execute(`pragma busy_timeout = ${ALONE_WITHIN_MS}`);
  const mode = await db.execute('pragma journal_mode = delete').catch(() => null);
  const isAlone = mode !== null && mode.rows[0]?.['journal_mode'] === 'delete';
  await db.execute('pragma busy_timeout = 5000');
  await db.execute('pragma journal_mode = wal').catch(() => null);
  if (!isAlone) throw new ConfigError(words.inUse);
}

/** It must have this release's form: the other one gets it as it is. */
async function requireReadable(db: Db): Promise<void> {
  const known = migrations.at(-1)?.version ?? 0;
  const found = (await hasTable(db, 'schema_version'))
    ? Number((await db.execute('select max(version) as version from schema_version')).rows[0]?.['version'] ?? 0)
    : 0;
  if (await hasUnfinishedMove(db)) throw new ConfigError(startWords.unfinishedMove);
  if (found !== known) throw new ConfigError(words.otherRelease({ found, known }));
}

/** What tells a database from others: when it was made. */
async function identityOf(db: Db): Promise<string> {
  const rows = await db.execute('select version, applied_at_ms from schema_version order by version');
  return JSON.stringify(rows.rows);
}

/** @throws ConfigError where there is anything but what an unfinished move from the same database left */
async function claimTarget(to: Side, mark: string): Promise<void> {
  if (await hasUnfinishedMove(to.db)) {
    const found = parseFirst(z.object({ mark: z.string() }), await to.db.execute(`select mark from ${MARK_TABLE}`));
    if (found?.mark !== mark) throw new ConfigError(words.otherMove);
    return;
  }
  if ((await schemaOf(to.db)).length > 0) throw new ConfigError(words.notEmpty);
  await to.write([
    `create table ${MARK_TABLE} (mark text not null)`,
    { sql: `insert into ${MARK_TABLE} (mark) values (:mark)`, args: { mark } },
    `create table ${ARRIVED_TABLE} (sha256 text primary key not null)`,
  ]);
}

async function hasTable(db: Db, name: string): Promise<boolean> {
  const sql = `select 1 from sqlite_master where type = 'table' and name = :name`;
  return (await db.execute({ sql, args: { name } })).rows.length > 0;
}

/** How files get from one side to the other. */
type Lane = {
  /** Those of the names whose files need not be sent again. */
  arrived(names: readonly string[]): Promise<Set<string>>;
  /** @throws BlobMissingError */
  send(sha256: string): Promise<void>;
};

/** Each file is read back from the bucket once. Which ones were is written down in the other database. */
function laneToEdge(store: DiskStore, bucket: S3Files, to: Side): Lane {
  return {
    arrived: async (names) => {
      const sql = `select sha256 from ${ARRIVED_TABLE} where sha256 in (select value from json_each(:names))`;
      const noted = await to.db.execute({ sql, args: { names: JSON.stringify(names) } });
      const found = new Set<string>();
      for (const { sha256 } of parseRows(z.object({ sha256: z.string() }), noted))
        if ((await bucket.size(sha256)) !== null) found.add(sha256);
      return found;
    },
    send: async (sha256) => {
      await sendFile(store, bucket, sha256);
      const sql = `insert into ${ARRIVED_TABLE} (sha256) values (:sha256) on conflict do nothing`;
      await to.write([{ sql, args: { sha256 } }]);
    },
  };
}

/** What the folder has is read there again. */
function laneFromEdge(store: DiskStore, bucket: S3Files): Lane {
  return {
    arrived: async (names) => {
      const found = new Set<string>();
      for (const sha256 of names)
        if ((await store.size(sha256)) !== null && (await hashOf(await store.read(sha256))) === sha256)
          found.add(sha256);
      return found;
    },
    send: (sha256) => fetchFile(store, bucket, sha256),
  };
}

async function moveFiles(
  lane: Lane,
  rows: Db,
  onFile: (name: string) => void,
): Promise<{ files: number; sent: number; missing: string[] }> {
  const moved = { files: 0, sent: 0, missing: [] as string[] };
  for (let after = ''; ;) {
    const names = await blobNamesAfter(rows, after, NAMES_A_STEP);
    const arrived = await lane.arrived(names);
    for (const sha256 of names) {
      moved.files++;
      if (arrived.has(sha256)) continue;
      try {
        await lane.send(sha256);
        moved.sent++;
      } catch (error) {
        if (!(error instanceof BlobMissingError)) throw error;
        moved.missing.push(sha256);
      }
      onFile(sha256);
    }
    if (names.length < NAMES_A_STEP) return moved;
    after = names.at(-1) ?? after;
  }
}

/** Reads back what was stored, so that it is known to be the same. */
async function sendFile(store: DiskStore, bucket: S3Files, sha256: string): Promise<void> {
  const path = await store.pathOf(sha256);
  const sizeBytes = await store.size(sha256);
  if (sizeBytes === null) throw new BlobMissingError(sha256);
  const open = (): ReadableStream<Uint8Array> => Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>;
  if ((await hashOf(open())) !== sha256) throw new ConfigError(words.damagedFile({ sha256 }));
  if ((await bucket.size(sha256)) !== sizeBytes) await bucket.put(sha256, sizeBytes, open);
  if ((await hashOf(await bucket.read(sha256))) !== sha256) throw new ConfigError(words.damagedFile({ sha256 }));
}

async function fetchFile(store: DiskStore, bucket: S3Files, sha256: string): Promise<void> {
  await store.put(await bucket.read(sha256), {
    maxBytes: Number.MAX_SAFE_INTEGER,
    beforeNamed: async (blob) => {
      if (blob.sha256 !== sha256) throw new ConfigError(words.damagedFile({ sha256 }));
    },
  });
}

async function hashOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of stream) hash.update(bytes);
  return hash.digest('hex');
}
