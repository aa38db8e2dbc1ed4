import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrate, NewerDatabaseError } from '#edge-api/db/migrate.ts';
import { migrations, type Migration } from '#edge-api/db/migrations.ts';
import { openFileDatabase } from '#edge-api/db/open-file.ts';
import { splitStatements } from '#edge-api/db/split-statements.ts';
import type { OpenDb } from '#edge-api/db/client.ts';
import { movieAudioListSchema } from '#shared/entities/movie-audio.ts';
import { musicBed, testHash, testId } from '#tests/helpers/rows.ts';

const NOW = Date.UTC(2026, 10, 21);

/** Rows as each form wrote them, by the form that first could. */
const earlierRows: [number, string[]][] = [
  [
    1,
    [
      `insert into users (id, email, created_at_ms, updated_at_ms) values ('u', 'ada@example.test', 0, 0)`,
      `insert into api_keys (user_id, kek_id, wrapped_dek, dek_iv, key_iv, ciphertext, mask, created_at_ms, updated_at_ms)
        values ('u', '01234567', x'00', x'00', x'00', x'00', 'AIzaSy••••••nop-', 0, 0)`,
      `insert into projects (id, user_id, title, description, genres, target_length, model, aspect_ratio, created_at_ms, updated_at_ms)
        values ('p', 'u', 'The Lighthouse', 'An idea.', '["drama"]', 30, 'omni', '16:9', 0, 0)`,
      `insert into scenes (id, project_id, user_id, scene_number, title, description, prompt, resolution, duration, metadata, created_at_ms, updated_at_ms)
        values ('s', 'p', 'u', 1, 'One', 'It begins.', 'It begins.', '720p', 8, '{}', 0, 0)`,
      `insert into sign_ins (provider, subject, user_id, created_at_ms) values ('google', '1080', 'u', 0)`,
      `insert into sessions (token_hash, user_id, created_at_ms, expires_at_ms) values ('hash', 'u', 0, 1)`,
      `insert into applied_ops (user_id, op_key, request_hash, reply, created_at_ms) values ('u', 'op', 'hash', '{"a":1}', 0)`,
    ],
  ],
  [
    2,
    [
      `insert into media (sha256, size_bytes, content_type, facts, created_at_ms)
        values ('clip', 1, 'video/mp4', '{}', 0), ('left', 1, 'video/mp4', '{}', 0)`,
      `insert into media_refs (sha256, scene_id, project_id, user_id, created_at_ms) values ('clip', 's', 'p', 'u', 0)`,
      `insert into jobs (id, kind, user_id, project_id, scene_id, state, state_since_ms, next_at_ms, created_at_ms, updated_at_ms)
        values ('j', 'clip', 'u', 'p', 's', 'done', 0, 0, 0, 0)`,
      `insert into jobs (id, kind, user_id, project_id, scene_id, state, params, upstream_id, attempt, state_since_ms, next_at_ms, created_at_ms, updated_at_ms)
        values ('sent', 'clip', 'u', 'p', 's', 'running', '{"a":1}', 'operations/7', 1, 0, 0, 0, 0)`,
      `insert into frames (sha256, place, user_id, blob_sha256, content_type, size_bytes, created_at_ms)
        values ('clip', 'first', '', 'picture', 'image/jpeg', 1, 0)`,
      `insert into ledger (id, user_id, job_id, attempt, entry, amount_micro_usd, price_list_date, created_at_ms) values
        ('1', 'u', 'j', 1, 'reserve', 280000, '2026-11-20', 0), ('2', 'u', 'characters/p', 1, 'reserve', 67000, '2026-11-20', 0),
        ('3', 'u', 'gone', 1, 'reserve', 280000, '2026-11-20', 0)`,
    ],
  ],
];

/** The form since which clips say whose allowance they count against. */
const QUOTAS_MARKED = 8;
/** The form since which entries of the ledger name their project. */
const PROJECTS_NAMED = 14;
/** The form since which a movie has pieces of music, and not one bed. */
const PIECES_OF_AUDIO = 33;

describe('a database file', () => {
  let folder: string;
  let db: OpenDb;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'storyreel-db-'));
    db = await openFileDatabase(`file:${join(folder, 'storyreel.db')}`);
  });

  afterEach(async () => {
    db.close();
    await rm(folder, { recursive: true });
  });

  const rows = async (sql: string): Promise<unknown[]> => (await db.execute(sql)).rows.map((row) => ({ ...row }));
  const value = async (sql: string): Promise<unknown> => Object.values((await db.execute(sql)).rows[0] ?? {})[0];

  test('writes ahead, keeps every commit and enforces references', async () => {
    expect(await value('pragma journal_mode')).toBe('wal');
    expect(await value('pragma synchronous')).toBe(2);
    expect(await value('pragma foreign_keys')).toBe(1);
    expect(await value('pragma busy_timeout')).toBe(5_000);
  });

  test('is brought from empty to the newest form, and a second run changes nothing', async () => {
    await migrate(db, NOW);
    const once = await db.execute('select version, name, applied_at_ms from schema_version order by version');
    await migrate(db, NOW + 1);
    const twice = await db.execute('select version, name, applied_at_ms from schema_version order by version');
    expect(once.rows.map((row) => row['version'])).toEqual(migrations.map((migration) => migration.version));
    expect(twice.rows).toEqual(once.rows);
    expect(await value('pragma integrity_check')).toBe('ok');
  });

  test('is brought forward by two processes at once without a fault', async () => {
    const other = await openFileDatabase(`file:${join(folder, 'storyreel.db')}`);
    try {
      await Promise.all([migrate(db, NOW), migrate(other, NOW)]);
      expect(await value('select count(*) from schema_version')).toBe(migrations.length);
    } finally {
      other.close();
    }
  });

  test.each(migrations.slice(0, -1).map(({ version, name }) => [version, name] as const))(
    'of form %i (%s) is brought forward with what is in it, to the same form as an empty one',
    async (version) => {
      await migrate(
        db,
        NOW,
        migrations.filter((migration) => migration.version <= version),
      );
      for (const [from, statements] of earlierRows) if (from <= version) await db.batch(statements, 'write');
      await migrate(db, NOW);
      expect(await formOf(db)).toEqual(await formOfEmpty());
      expect(await value('pragma integrity_check')).toBe('ok');
      expect((await db.execute('pragma foreign_key_check')).rows).toEqual([]);
      expect(await value('select title from projects')).toBe('The Lighthouse');
      expect(await value('select mask from api_keys')).toBe('AIzaSy••••••nop-');
      expect(await rows('select provider, subject from sign_ins')).toEqual([{ provider: 'google', subject: '1080' }]);
      expect(await rows('select token_hash, expires_at_ms from sessions')).toEqual([
        { token_hash: 'hash', expires_at_ms: 1 },
      ]);
      expect(await rows('select op_key, reply, packed_reply from applied_ops')).toEqual([
        { op_key: 'op', reply: '{"a":1}', packed_reply: null },
      ]);
      // What a model was asked for before the update is still looked after, and not asked for again.
      const sent = { state: 'running', params: '{"a":1}', upstream_id: 'operations/7', attempt: 1 };
      const quota = { quota_mark: version < QUOTAS_MARKED ? 'u' : null };
      expect(await rows(`select state, params, upstream_id, attempt, quota_mark from jobs where id = 'sent'`)).toEqual(
        version < 2 ? [] : [{ ...sent, ...quota }],
      );
      expect(await rows('select blob_sha256 from frames')).toEqual(version < 2 ? [] : [{ blob_sha256: 'picture' }]);
      const entries = await db.execute('select project_id from ledger order by id');
      const named = version < PROJECTS_NAMED ? ['p', 'p', 'gone'] : [null, null, null];
      expect(entries.rows.map((row) => row['project_id'])).toEqual(version < 2 ? [] : named);
      const holders = (await db.execute('select sha256, holders from media order by sha256')).rows;
      expect(holders.map((row) => [row['sha256'], row['holders']])).toEqual(
        version < 2
          ? []
          : [
              ['clip', 1],
              ['left', 0],
            ],
      );
    },
  );

  test('turns a bed of music into a looped piece of the same file', async () => {
    await migrate(
      db,
      NOW,
      migrations.filter(({ version }) => version < PIECES_OF_AUDIO),
    );
    const music = { sha256: testHash(3), name: 'Harbor', gainDb: -9, fadeInSeconds: 2, fadeOutSeconds: 70 };
    const ids = [testId(1), testId(2)];
    await db.execute(
      `insert into users (id, email, created_at_ms, updated_at_ms) values ('u', 'ada@example.test', 0, 0)`,
    );
    for (const [index, id] of ids.entries())
      await db.execute({
        sql: `insert into projects (id, user_id, title, description, genres, target_length, model, aspect_ratio, music, created_at_ms, updated_at_ms)
          values (:id, 'u', 'T', 'D', '[]', 30, 'omni', '16:9', :music, 0, 0)`,
        args: { id, music: index === 0 ? JSON.stringify(music) : null },
      });
    await migrate(db, NOW);
    const { sha256: mediaId, ...rest } = music;
    const kept = z.object({ audio: z.string() });
    const lists = (await db.execute('select audio from projects order by id')).rows.map((row) => kept.parse(row).audio);
    expect(lists.map((list) => movieAudioListSchema.parse(JSON.parse(list)))).toEqual([
      [musicBed({ ...rest, id: testId(1), mediaId, fadeOutSeconds: 60 })],
      [],
    ]);
  });

  /** Tables, indexes, triggers and views as they were written. */
  const formOf = async (of: OpenDb): Promise<unknown[]> =>
    (await of.execute('select type, name, sql from sqlite_master order by type, name')).rows.map((row) => ({ ...row }));

  let whole: Promise<unknown[]> | null = null;
  const formOfEmpty = (): Promise<unknown[]> =>
    (whole ??= (async () => {
      const empty = await openFileDatabase(`file:${join(folder, 'empty.db')}`);
      await migrate(empty, NOW);
      return formOf(empty).finally(() => empty.close());
    })());

  test('counts who holds a file, through cascades too', async () => {
    await migrate(db, NOW);
    for (const [, statements] of earlierRows) await db.batch(statements, 'write');
    const holders = () => value(`select holders from media where sha256 = 'clip'`);
    const hold = `insert into media_refs (sha256, scene_id, project_id, user_id, created_at_ms) values ('clip', 's', 'p', 'u', 0)
      on conflict (sha256, scene_id) do update set held_until_ms = null`;
    expect(await holders()).toBe(1);
    await db.execute(hold);
    expect(await holders()).toBe(1);
    await db.execute(`delete from projects where id = 'p'`);
    expect(await holders()).toBe(0);
  });

  test('keeps nothing of a step that fails half way', async () => {
    const broken: Migration = {
      version: 1,
      name: 'broken',
      sql: 'create table first (id text); insert into nowhere values (1);',
    };
    await expect(migrate(db, NOW, [broken])).rejects.toThrow(/nowhere/);
    expect(await value(`select count(*) from sqlite_master where name = 'first'`)).toBe(0);
    expect(await value('select count(*) from schema_version')).toBe(0);
  });

  test('written by a newer release is refused with a sentence', async () => {
    await migrate(db, NOW);
    await db.execute({
      sql: 'insert into schema_version (version, name, applied_at_ms) values (?, ?, ?)',
      args: [9999, 'future', NOW],
    });
    await expect(migrate(db, NOW)).rejects.toThrow(NewerDatabaseError);
  });

  test('undoes a whole batch when an expectation does not hold', async () => {
    await migrate(db, NOW);
    const insertUser = {
      sql: 'insert into users (id, email, created_at_ms, updated_at_ms) values (?, ?, ?, ?)',
      args: ['u', 'a@b', NOW, NOW],
    };
    await expect(db.batch([insertUser, 'insert into expectation (holds) select 0'], 'write')).rejects.toThrow(
      /expectation failed/,
    );
    expect(await value('select count(*) from users')).toBe(0);
    await db.batch([insertUser, 'insert into expectation (holds) select exists (select 1 from users)'], 'write');
    expect(await value('select count(*) from users')).toBe(1);
  });
});

test('statements are cut at semicolons, but not in quotes, comments and bodies of triggers', () => {
  const sql = `-- a; comment\ncreate table a (b text default ';'); create trigger t after insert on a begin select 1; select 2; end;\ninsert into a values ('it''s; fine')`;
  expect(splitStatements(sql)).toEqual([
    `create table a (b text default ';')`,
    'create trigger t after insert on a begin select 1; select 2; end',
    `insert into a values ('it''s; fine')`,
  ]);
});
