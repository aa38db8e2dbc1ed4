/** Moves people's API keys from the previous server secret to the current one. */
import type { Deps } from '../deps.ts';
import { listKeysUnder, moveKey, type OwnedKey } from '#edge-api/repos/api-keys.ts';
import type { Statement } from '#edge-api/db/client.ts';
import { EnvelopeError, kekIdOf, rewrap } from './key-envelope.ts';

export type Rotation = {
  /** Keys now under the current secret. */
  moved: number;
  /** Keys that can't be decrypted and were left alone. */
  unreadable: number;
};

const BATCH = 100;

/**
 * Moves all keys in batches. The server may run meanwhile if it has both secrets; the next run finishes an interrupted
 * one.
 */
export async function rotateKeys(deps: Pick<Deps, 'db' | 'keySecrets' | 'randomBytes'>): Promise<Rotation> {
  const { previous } = deps.keySecrets;
  const rotation: Rotation = { moved: 0, unreadable: 0 };
  if (previous === null) return rotation;
  const kekId = await kekIdOf(previous);
  if (kekId === (await kekIdOf(deps.keySecrets.current))) return rotation;
  for (let afterUserId = ''; ;) {
    const keys = await listKeysUnder(deps.db, { kekId, afterUserId, limit: BATCH });
    const last = keys.at(-1);
    if (last === undefined) return rotation;
    afterUserId = last.userId;
    const moves = (await Promise.all(keys.map((key) => moveOf(deps, key)))).filter((move) => move !== null);
    await deps.db.batch(moves, 'write');
    rotation.moved += moves.length;
    rotation.unreadable += keys.length - moves.length;
  }
}

async function moveOf(deps: Pick<Deps, 'keySecrets' | 'randomBytes'>, key: OwnedKey): Promise<Statement | null> {
  try {
    return moveKey(key, await rewrap(key, key.userId, deps.keySecrets, deps.randomBytes));
  } catch (error) {
    if (error instanceof EnvelopeError) return null;
    throw error;
  }
}
