import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ConfigError } from '#edge-api/config.ts';
import { openFileDatabase } from '#edge-api/db/open-file.ts';
import { startBackend, type Backend } from '#edge-api/node/backend.ts';
import { forgetKeys } from '#edge-api/node/forget-keys.ts';
import { saveKey, sendTo, signIn, type TestUser } from './harness.ts';

const KEY = 'AQ.a-key-that-somebody-saved-here';
const OTHER_SECRET = Buffer.alloc(32, 9).toString('base64');

let folder: string;
let data: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storyreel-data-'));
  data = join(folder, 'data');
});
afterEach(() => rm(folder, { recursive: true }));

async function withBackend<Answer>(
  environment: Record<string, string>,
  use: (backend: Backend) => Promise<Answer>,
): Promise<Answer> {
  const backend = await startBackend({ DATA_DIR: data, ...environment });
  try {
    return await use(backend);
  } finally {
    await backend.close();
  }
}

const ada = (backend: Backend): Promise<TestUser> => signIn(sendTo(backend), backend.config.publicUrl, 'Ada');
const keepKey = () => withBackend({}, async (backend) => saveKey(await ada(backend), KEY));
const shownKey = (environment: Record<string, string> = {}) =>
  withBackend(environment, async (backend) => (await (await ada(backend)).json('/api/auth/user'))['geminiApiKey']);

/** What a server writes into its log while it is started and ended. */
async function logOfStart(environment: Record<string, string> = {}): Promise<string> {
  const lines = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  await withBackend(environment, async () => undefined);
  const text = lines.mock.calls.map(([line]) => String(line)).join('');
  lines.mockRestore();
  return text;
}

describe('a data folder whose secret.key is missing', () => {
  const secret = () => join(data, 'secret.key');
  const away = () => join(folder, 'away.key');
  beforeEach(async () => {
    await keepKey();
    await rename(secret(), away());
  });

  test('starts no server while keys are encrypted with it, and is left as it is', async () => {
    const refusal = await startBackend({ DATA_DIR: data }).then(
      async (backend) => {
        await backend.close();
        return null;
      },
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(ConfigError);
    expect(String(refusal)).toContain(secret());
    expect(String(refusal)).toContain('npm run forget-keys');
    expect(String(refusal)).toContain('KEY_ENCRYPTION_SECRET');
    expect(await readdir(data)).not.toContain('secret.key');
  });

  test('works again as soon as the secret is back, or comes with the configuration', async () => {
    const text = (await readFile(away(), 'utf8')).trim();
    expect(await shownKey({ KEY_ENCRYPTION_SECRET: text })).toContain('AQ.a-k');
    await rename(away(), secret());
    expect(await shownKey()).toContain('AQ.a-k');
  });

  test('starts once the keys are given up, which takes a confirmation', async () => {
    const asked: unknown[] = [];
    const answer = (isSure: boolean) => (keys: unknown) => {
      asked.push(keys);
      return Promise.resolve(isSure);
    };
    expect(await forgetKeys({ DATA_DIR: data }, answer(false))).toEqual({ unreadable: 1, all: 1, forgotten: 0 });
    await expect(startBackend({ DATA_DIR: data })).rejects.toThrow(ConfigError);
    expect(await forgetKeys({ DATA_DIR: data }, answer(true))).toEqual({ unreadable: 1, all: 1, forgotten: 1 });
    expect(asked).toEqual([
      { unreadable: 1, all: 1 },
      { unreadable: 1, all: 1 },
    ]);
    expect(await shownKey()).toBeNull();
    expect(await readdir(data)).toContain('secret.key');
  });

  test('gives no key up that can still be read', async () => {
    await rename(away(), secret());
    const sure = () => Promise.resolve(true);
    expect(await forgetKeys({ DATA_DIR: data }, sure)).toEqual({ unreadable: 0, all: 1, forgotten: 0 });
    expect(await shownKey()).toContain('AQ.a-k');
  });

  test('is said in the log where another secret was configured instead', async () => {
    expect(await logOfStart({ KEY_ENCRYPTION_SECRET: OTHER_SECRET })).toContain('"event":"keys_unreadable","count":1');
  });
});

describe('what is in a data folder', () => {
  const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o7777).toString(8);
  const modes = async (): Promise<Record<string, string>> => {
    const names = ['', 'secret.key', 'storyreel.db', 'storyreel.db-wal', 'storyreel.db-shm'];
    return Object.fromEntries(
      await Promise.all(names.map(async (name): Promise<[string, string]> => [name, await modeOf(join(data, name))])),
    );
  };
  const closed = {
    '': '700',
    'secret.key': '600',
    'storyreel.db': '600',
    'storyreel.db-wal': '600',
    'storyreel.db-shm': '600',
  };

  test('is for nobody else to read, from the first start', async () => {
    await withBackend({}, async () => expect(await modes()).toEqual(closed));
  });

  test('has its limits and its free space in the log of each start', async () => {
    const text = await logOfStart({
      ...{ STORAGE_LIMIT_MB: '3', AI_CALLS_PER_MINUTE: '7', CLIPS_AT_ONCE: '3' },
      ...{ AI_CALLS_AT_ONCE: '5', WRITES_PER_MINUTE: '80' },
    });
    const line = text.split('\n').find((found) => found.includes('"event":"limits"')) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({
      projects: 500,
      scenes: 20_000,
      atOnce: { clips: 3, aiCalls: 5, requests: 1 },
      bytes: 3_000_000,
      perMinute: { aiCall: { perUser: 7, perAddress: 21 }, write: { perUser: 80 }, request: { perUser: 6_000 } },
      freeBytes: expect.any(Number),
    });
  });

  test('is closed again where it stood open', async () => {
    await keepKey();
    // As a release left them that asked for nothing: other processes have the database open, so there are its logs, too.
    const other = await openFileDatabase(`file:${join(data, 'storyreel.db')}`);
    await other.execute('select count(*) from users');
    for (const name of Object.keys(closed)) await chmod(join(data, name), name === '' ? 0o755 : 0o644);
    await withBackend({}, async () => expect(await modes()).toEqual(closed));
    other.close();
  });

  test('is warned of where a folder is everybody’s by intent', async () => {
    await mkdir(data);
    await chmod(data, 0o1777);
    const text = await logOfStart();
    expect(text).toContain('"event":"open_to_others"');
    expect(text).toContain(JSON.stringify(data));
    expect(await modeOf(data)).toBe('1777');
  });
});
