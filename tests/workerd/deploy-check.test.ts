/** What is said before a deployment: of variables, bindings, the web app, and a database over HTTP. */
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrations } from '#edge-api/db/migrations.ts';
import { migrate } from '#edge-api/db/migrate.ts';
import { remoteDatabase } from '#edge-api/db/open-remote.ts';
import { MARK_TABLE } from '#edge-api/db/unfinished-move.ts';
import { checkDeployment, type Deployment } from '#edge-api/node/deploy-check.ts';
import { kekIdOf } from '#edge-api/services/key-envelope.ts';
import { startLocalDatabase } from '#scripts/edge/local-database.mjs';

let folder: string;
let database: Awaited<ReturnType<typeof startLocalDatabase>>;
let whole: Deployment;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storyreel-deploy-'));
  database = await startLocalDatabase(folder);
  whole = {
    environment: {
      DATABASE_URL: database.url,
      KEY_ENCRYPTION_SECRET: Buffer.alloc(32, 1).toString('base64'),
      PUBLIC_URL: 'https://reel.example',
      GITHUB_CLIENT_ID: 'id',
      GITHUB_CLIENT_SECRET: 'secret',
    },
    wranglerToml: await readFile(new URL('../../wrangler.toml', import.meta.url), 'utf8'),
    isBuilt: true,
    secretNames: null,
  };
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

/** What is wrong with a deployment that differs so from a whole one. */
async function problemsOf(changed: Partial<Deployment>): Promise<string[]> {
  const findings = await checkDeployment({ ...whole, ...changed });
  return findings.flatMap(({ what, problem }) => (problem === null ? [] : [`${what}: ${problem}`]));
}
const withVariables = (changed: Record<string, string | undefined>) =>
  problemsOf({ environment: { ...whole.environment, ...changed } });

test('nothing is wrong with an empty database, nor with one that this release has brought forward', async () => {
  expect(await problemsOf({})).toEqual([]);
  await migrate(remoteDatabase({ url: database.url, authToken: null }), 0);
  expect(await problemsOf({})).toEqual([]);
});

test('a database whose move isn’t finished is named', async () => {
  const moving = await startLocalDatabase(join(folder, 'moving'));
  try {
    const db = remoteDatabase({ url: moving.url, authToken: null });
    await migrate(db, 0);
    await db.batch([`create table ${MARK_TABLE} (mark text not null)`], 'write');
    expect(await withVariables({ DATABASE_URL: moving.url })).toEqual([expect.stringMatching(/still being moved/)]);
  } finally {
    await moving.close();
  }
});

test('variables that are missing or can’t be used are named', async () => {
  expect(await withVariables({ KEY_ENCRYPTION_SECRET: 'short' })).toEqual([
    expect.stringMatching(/^Variables and secrets: KEY_ENCRYPTION_SECRET must be 32 bytes/),
    'Database: It can’t be checked until the variables are right.',
  ]);
  expect(await withVariables({ GITHUB_CLIENT_ID: undefined, GITHUB_CLIENT_SECRET: undefined })).toEqual([
    expect.stringMatching(/Nobody could sign in/),
  ]);
  expect(await withVariables({ PUBLIC_URL: 'http://127.0.0.1:8787' })).toEqual([
    expect.stringMatching(/this computer/),
  ]);
});

test.each([
  ['[[r2_buckets]]\nbinding = "MEDIA"', '[[r2_buckets]]\nbinding = "OTHER"', 'MEDIA: It’s missing.'],
  ['binding = "JOBS"', 'binding = "JOB"', 'JOBS: It’s missing.'],
  ['binding = "EXPORTS"', 'binding = "EXPORT"', 'EXPORTS: It’s missing.'],
  [
    '[[queues.consumers]]\nqueue = "storyreel-jobs"\n',
    '[[queues.consumers]]\nqueue = "storyreel-job"\n',
    'queues.consumers: Nothing consumes storyreel-jobs,',
  ],
  ['dead_letter_queue = "storyreel-jobs-dead"', '', 'queues.consumers: storyreel-jobs has no dead_letter_queue:'],
  [
    'dead_letter_queue = "storyreel-jobs-dead"',
    'dead_letter_queue = "storyreel-jobs"',
    'queues.consumers: storyreel-jobs must end with “-dead”:',
  ],
  [
    'queue = "storyreel-jobs-dead"\nmax_batch_size = 10',
    'queue = "dead"',
    'dead_letter_queue: Nothing consumes storyreel-jobs-dead,',
  ],
  ['crons = ["* * * * *"]', 'crons = ["0 * * * *"]', 'crons: It’s missing.'],
  ['binding = "ASSETS"', 'binding = "FILES"', 'ASSETS: It’s missing.'],
  ['run_worker_first = true', 'run_worker_first = false', 'run_worker_first: It’s missing.'],
  ['["nodejs_compat"]', '[]', 'compatibility_flags: It’s missing.'],
  ['main = "edge-api/worker.ts"', 'main = "worker.ts"', 'main: It’s missing.'],
])('where %j is %j, the check says so', async (line, changed, expected) => {
  expect(whole.wranglerToml).toContain(line);
  const [name, ...rest] = expected.split(': ');
  expect(await problemsOf({ wranglerToml: whole.wranglerToml.replace(line, changed) })).toEqual([
    expect.stringContaining(`${name} in wrangler.toml: ${rest.join(': ')}`),
  ]);
});

test('a queue that services pull from may not be consumed as well, and what is no TOML is named', async () => {
  const consumed = `${whole.wranglerToml}\n[[queues.consumers]]\nqueue = "storyreel-exports"\n`;
  expect(await problemsOf({ wranglerToml: consumed })).toEqual([expect.stringMatching(/^EXPORTS in .*pull from/)]);
  expect(await problemsOf({ wranglerToml: 'name = ' })).toEqual([expect.stringMatching(/^wrangler.toml: It can’t be/)]);
});

test('what this shell has and the deployed Worker lacks is named, but for what stands in wrangler.toml', async () => {
  const secretNames = ['DATABASE_URL', 'KEY_ENCRYPTION_SECRET', 'GITHUB_CLIENT_ID'];
  expect(await problemsOf({ secretNames })).toEqual([
    'Secrets of the deployed Worker: PUBLIC_URL and GITHUB_CLIENT_SECRET are set here and not there. Set them with wrangler secret put.',
  ]);
  const wranglerToml = `${whole.wranglerToml}\n[vars]\nPUBLIC_URL = "https://reel.example"\n`;
  expect(await problemsOf({ secretNames: [...secretNames, 'GITHUB_CLIENT_SECRET'], wranglerToml })).toEqual([]);
});

/** As a host's token: what it may do is signed with its key. */
function tokenOf(privateKey: KeyObject, access: 'ro' | 'rw'): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ alg: 'EdDSA', typ: 'JWT' })}.${part({ a: access })}`;
  return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`;
}

test('a token that may only read is refused, and one that may write leaves nothing behind', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const keyFile = join(folder, 'key.pem');
  await writeFile(keyFile, publicKey.export({ type: 'spki', format: 'pem' }));
  const guarded = await startLocalDatabase(join(folder, 'guarded'), { keyFile });
  try {
    const of = (DATABASE_AUTH_TOKEN: string) => withVariables({ DATABASE_URL: guarded.url, DATABASE_AUTH_TOKEN });
    expect(await of(tokenOf(privateKey, 'ro'))).toEqual([
      expect.stringMatching(/^Database: Nothing can be written to it/),
    ]);
    expect(await of(tokenOf(privateKey, 'rw'))).toEqual([]);
    expect(await of('none')).toEqual([expect.stringMatching(/^Database: It doesn’t answer/)]);
    const db = remoteDatabase({ url: guarded.url, authToken: tokenOf(privateKey, 'rw') });
    expect((await db.execute(`select name from sqlite_master where name = 'deploy_check'`)).rows).toEqual([]);
  } finally {
    await guarded.close();
  }
});

test('the steps that the first request will take are named, and one that can’t be taken is found out beforehand', async () => {
  const older = await startLocalDatabase(join(folder, 'behind'));
  try {
    const db = remoteDatabase({ url: older.url, authToken: null });
    const noteOf = async (): Promise<string | null | undefined> => {
      const environment = { ...whole.environment, DATABASE_URL: older.url };
      const found = (await checkDeployment({ ...whole, environment })).find(({ what }) => what === 'Database');
      return found?.problem ?? found?.note;
    };
    expect(await noteOf()).toBe('empty; the first request makes its tables');
    await migrate(db, 0, migrations.slice(0, -1));
    expect(await noteOf()).toBe(`the first request takes 1 step (${migrations.at(-1)?.name})`);
    // Steps to come change a table that somebody has renamed.
    await db.execute('delete from schema_version where version > 24');
    await db.execute('alter table scenes rename to changed_by_hand');
    expect(await noteOf()).toMatch(/^It can’t be brought forward: /);
  } finally {
    await older.close();
  }
});

test('keys of an older release that another secret encrypted are counted, before the database is brought forward', async () => {
  const older = await startLocalDatabase(join(folder, 'older'));
  try {
    const db = remoteDatabase({ url: older.url, authToken: null });
    await migrate(db, 0, migrations.slice(0, 24));
    const kept = await kekIdOf(new Uint8Array(32).fill(1));
    await db.batch(
      [kept, 'another', 'another'].flatMap((kekId, n) => [
        {
          sql: 'insert into users (id, email, created_at_ms, updated_at_ms) values (?, ?, 0, 0)',
          args: [`person ${n}`, `${n}@example.test`],
        },
        {
          sql: `insert into api_keys (user_id, kek_id, wrapped_dek, dek_iv, key_iv, ciphertext, mask, created_at_ms, updated_at_ms)
            values (?, ?, x'', x'', x'', x'', '', 0, 0)`,
          args: [`person ${n}`, kekId],
        },
      ]),
      'write',
    );
    const withOlder = (changed: Record<string, string>) => withVariables({ DATABASE_URL: older.url, ...changed });
    expect(await withOlder({})).toEqual([
      expect.stringMatching(/^Database: KEY_ENCRYPTION_SECRET isn’t the one that 2 saved API keys are encrypted with/),
    ]);
    expect(await withOlder({ KEY_ENCRYPTION_SECRET: Buffer.alloc(32, 2).toString('base64') })).toEqual([
      expect.stringContaining('3 saved API keys'),
    ]);
    // The check itself has changed nothing.
    expect((await db.execute('select max(version) as version from schema_version')).rows).toEqual([{ version: 24 }]);
    await db.execute(`delete from api_keys where kek_id = 'another'`);
    expect(await withOlder({})).toEqual([]);
    expect(
      await withOlder({
        KEY_ENCRYPTION_SECRET: Buffer.alloc(32, 2).toString('base64'),
        KEY_ENCRYPTION_SECRET_PREVIOUS: Buffer.alloc(32, 1).toString('base64'),
      }),
    ).toEqual([]);
  } finally {
    await older.close();
  }
});

test('a web app that wasn’t built, and a database that is away or newer, are named', async () => {
  expect(await problemsOf({ isBuilt: false })).toEqual(['Web app: Build it first: npm run build']);
  expect(await withVariables({ DATABASE_URL: 'http://127.0.0.1:9' })).toEqual([
    expect.stringMatching(/^Database: It doesn’t answer/),
  ]);
  const db = remoteDatabase({ url: database.url, authToken: null });
  await migrate(db, 0);
  await db.execute(`insert into schema_version (version, name, applied_at_ms) values (9999, 'later', 0)`);
  expect(await problemsOf({})).toEqual([expect.stringMatching(/^Database: A newer version of Storyreel/)]);
});
