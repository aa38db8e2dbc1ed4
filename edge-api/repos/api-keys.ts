/** People's API keys as they are stored: sealed, with the mask that may be shown. */
import { z } from 'zod';
import type { Db, Statement } from '#edge-api/db/client.ts';
import { parseFirst, parseRows } from '#edge-api/db/rows.ts';

const bytes = z.instanceof(ArrayBuffer).transform((buffer) => new Uint8Array(buffer));

const keyRow = z.object({
  kekId: z.string(),
  wrappedDek: bytes,
  dekIv: bytes,
  keyIv: bytes,
  ciphertext: bytes,
  mask: z.string(),
});
export type SealedKey = z.output<typeof keyRow>;

export async function findKey(db: Db, userId: string): Promise<SealedKey | null> {
  const sql = `select kek_id as kekId, wrapped_dek as wrappedDek, dek_iv as dekIv, key_iv as keyIv, ciphertext, mask
    from api_keys where user_id = :userId`;
  return parseFirst(keyRow, await db.execute({ sql, args: { userId } }));
}

/** Puts a key in place of the one that was there. */
export async function saveKey(db: Db, userId: string, key: SealedKey, nowMs: number): Promise<void> {
  await db.execute({
    sql: `insert into api_keys (user_id, kek_id, wrapped_dek, dek_iv, key_iv, ciphertext, mask, created_at_ms, updated_at_ms)
      values (:userId, :kekId, :wrappedDek, :dekIv, :keyIv, :ciphertext, :mask, :nowMs, :nowMs)
      on conflict (user_id) do update set kek_id = excluded.kek_id, wrapped_dek = excluded.wrapped_dek, dek_iv = excluded.dek_iv,
        key_iv = excluded.key_iv, ciphertext = excluded.ciphertext, mask = excluded.mask, updated_at_ms = excluded.updated_at_ms`,
    args: { ...key, userId, nowMs },
  });
}

export async function deleteKey(db: Db, userId: string): Promise<void> {
  await db.execute({ sql: 'delete from api_keys where user_id = :userId', args: { userId } });
}

/** How many keys there are, and how many of them are under none of these server secrets. */
export async function countKeys(db: Db, kekIds: readonly string[]): Promise<{ all: number; unreadable: number }> {
  const sql = `select count(*) as "all",
      count(*) filter (where kek_id not in (select value from json_each(:kekIds))) as unreadable from api_keys`;
  const counts = await db.execute({ sql, args: { kekIds: JSON.stringify(kekIds) } });
  return parseFirst(z.object({ all: z.number(), unreadable: z.number() }), counts) ?? { all: 0, unreadable: 0 };
}

/** Deletes the keys that are under none of these server secrets. @returns how many */
export async function deleteOtherKeys(db: Db, kekIds: readonly string[]): Promise<number> {
  const sql = 'delete from api_keys where kek_id not in (select value from json_each(:kekIds))';
  return (await db.execute({ sql, args: { kekIds: JSON.stringify(kekIds) } })).rowsAffected;
}

const ownedKeyRow = keyRow.extend({ userId: z.string() });
/** A key and whose it is. */
export type OwnedKey = z.output<typeof ownedKeyRow>;

/** A page of the keys under one server secret, by their owners' ids. */
export async function listKeysUnder(
  db: Db,
  page: { kekId: string; afterUserId: string; limit: number },
): Promise<OwnedKey[]> {
  const sql = `select user_id as userId, kek_id as kekId, wrapped_dek as wrappedDek, dek_iv as dekIv, key_iv as keyIv, ciphertext, mask
    from api_keys where kek_id = :kekId and user_id > :afterUserId order by user_id limit :limit`;
  return parseRows(ownedKeyRow, await db.execute({ sql, args: page }));
}

/** Puts a key under another secret, unless its owner has saved a key in the meantime. */
export function moveKey(before: OwnedKey, after: OwnedKey): Statement {
  return {
    sql: `update api_keys set kek_id = :kekId, wrapped_dek = :wrappedDek, dek_iv = :dekIv
      where user_id = :userId and kek_id = :kekIdBefore and wrapped_dek = :wrappedDekBefore`,
    args: {
      userId: after.userId,
      kekId: after.kekId,
      wrappedDek: after.wrappedDek,
      dekIv: after.dekIv,
      kekIdBefore: before.kekId,
      wrappedDekBefore: before.wrappedDek,
    },
  };
}
