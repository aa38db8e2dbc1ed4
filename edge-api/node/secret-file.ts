/** The secret that encrypts API keys where none is configured: made on first start, readable by its owner alone. */
import { link, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError, decodeSecret } from '../config.ts';
import { isErrno } from './is-errno.ts';
import { startWords } from '../operator-words.ts';

/** Where a data folder keeps its secret. */
export function secretPath(dataDir: string): string {
  return join(dataDir, 'secret.key');
}

/** The secret of a data folder, null where there is none yet. @throws ConfigError when the file holds something else */
export async function readSecret(dataDir: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const text = await readOrNull(secretPath(dataDir));
  return text === null ? null : decoded(dataDir, text);
}

/**
 * The secret of a data folder. Two servers that start at once end up with the same one.
 * @throws ConfigError when the file holds something else
 */
export async function readOrMakeSecret(dataDir: string, fresh: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return (await readSecret(dataDir)) ?? decoded(dataDir, await makeSecret(dataDir, secretPath(dataDir), fresh));
}

function decoded(dataDir: string, text: string): Uint8Array<ArrayBuffer> {
  const secret = decodeSecret(text.trim());
  if (secret === null) throw new ConfigError(startWords.damagedSecret({ path: secretPath(dataDir) }));
  return secret;
}

async function makeSecret(dataDir: string, path: string, fresh: Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(dataDir, 'new-secret-'));
  try {
    const temporary = join(folder, 'secret.key');
    await writeFile(temporary, `${Buffer.from(fresh).toString('base64')}\n`, { mode: 0o600, flush: true });
    await link(temporary, path);
  } catch (error) {
    // Another process was first: its secret is the one.
    if (!isErrno(error, 'EEXIST')) throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return readFile(path, 'utf8');
}

async function readOrNull(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null;
    throw error;
  }
}
