import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '#edge-api/config.ts';
import { version } from '#edge-api/version.ts';

const secret = Buffer.alloc(32, 5).toString('base64');

test('nothing set is a server on this machine with local sign-in and the demo studio', () => {
  expect(readConfig({}, 'embedded')).toEqual({
    host: '127.0.0.1',
    port: 8787,
    dataDir: './data',
    publicUrl: 'http://127.0.0.1:8787',
    database: null,
    keySecret: null,
    previousKeySecret: null,
    google: null,
    github: null,
    oidc: null,
    metricsToken: null,
    exportServiceToken: null,
    exportServiceUrl: null,
    exportQueue: null,
    bucket: null,
    operatorEmails: [],
    signInRule: { kind: 'everybody' },
    localSignIn: true,
    geminiBaseUrl: null,
    generationPollMs: 5_000,
    ffmpegPath: null,
    ffprobePath: null,
    programFolders: [],
    exportConcurrency: null,
    demoStudio: true,
    backupDir: null,
    backupKeep: 7,
    aiCallsPerMinute: 20,
    aiCallsAtOnce: 4,
    clipsAtOnce: 2,
    requestsAtOnce: 1,
    writesPerMinute: 600,
    requestsPerMinute: 6_000,
    storageLimitMb: 5_000,
  });
});

test('an empty variable counts as one that is not set', () => {
  expect(readConfig({ PORT: '', HOST: '', PUBLIC_URL: '', KEY_ENCRYPTION_SECRET: '' }, 'embedded')).toEqual(
    readConfig({}, 'embedded'),
  );
});

describe('a bad value is refused in one sentence that names its variable', () => {
  test.each([
    ['PORT', { PORT: 'eighty' }],
    ['PORT', { PORT: '65536' }],
    ['PORT', { PORT: '-1' }],
    ['HOST', { HOST: 'not a host' }],
    ['DATABASE_URL', { DATABASE_URL: 'storyreel.db' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://db' }],
    ['KEY_ENCRYPTION_SECRET', { KEY_ENCRYPTION_SECRET: 'short' }],
    ['KEY_ENCRYPTION_SECRET', { KEY_ENCRYPTION_SECRET: Buffer.alloc(31).toString('base64') }],
    ['KEY_ENCRYPTION_SECRET_PREVIOUS', { KEY_ENCRYPTION_SECRET_PREVIOUS: '!!!' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'reel.example' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://reel.example/app' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'http://reel.example' }],
    ['PUBLIC_URL', { HOST: '0.0.0.0' }],
    ['GOOGLE_CLIENT_SECRET', { GOOGLE_CLIENT_ID: 'id' }],
    ['GITHUB_CLIENT_ID', { GITHUB_CLIENT_SECRET: 'secret' }],
    ['OIDC_ISSUER', { OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'secret' }],
    ['OIDC_ISSUER', { OIDC_ISSUER: 'http://id.example', OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'secret' }],
    ['OIDC_CLIENT_SECRET', { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'id' }],
    ['LOCAL_SIGN_IN', { LOCAL_SIGN_IN: 'maybe' }],
    ['LOCAL_SIGN_IN', { LOCAL_SIGN_IN: 'on', PUBLIC_URL: 'https://reel.example' }],
    ['GOOGLE_GEMINI_BASE_URL', { GOOGLE_GEMINI_BASE_URL: 'ftp://fake' }],
    ['GENERATION_POLL_MS', { GENERATION_POLL_MS: '1' }],
    ['DEMO_STUDIO', { DEMO_STUDIO: 'yes please' }],
    ['BACKUP_KEEP', { BACKUP_KEEP: '0' }],
    ['OPERATOR_EMAILS', { OPERATOR_EMAILS: '@reel.example' }],
    ['SIGN_IN_ALLOWED', { SIGN_IN_ALLOWED: 'ada' }],
    ['SIGN_IN_ALLOWED', { SIGN_IN_ALLOWED: ' , ' }],
    ['SIGN_IN_ALLOWED', { SIGN_IN_ALLOWED: 'first-only, ada@reel.example' }],
  ])('%s of %j', (name, environment) => {
    const refused = (): unknown => readConfig(environment, 'embedded');
    expect(refused).toThrow(ConfigError);
    expect(refused).toThrow(new RegExp(`^${name} [^\\n]+\\.$`));
  });
});

test('local sign-in is off where a provider is set or the address is not this machine’s', () => {
  expect(readConfig({ GITHUB_CLIENT_ID: 'id', GITHUB_CLIENT_SECRET: 'secret' }, 'embedded').localSignIn).toBe(false);
  expect(readConfig({ PUBLIC_URL: 'https://reel.example' }, 'embedded').localSignIn).toBe(false);
  expect(readConfig({ HOST: '::1' }, 'embedded')).toMatchObject({ localSignIn: true, publicUrl: 'http://[::1]:8787' });
});

test('the edge needs a database, a secret and an address, and can have no demo studio', () => {
  const edge = {
    DATABASE_URL: 'libsql://reel.example',
    KEY_ENCRYPTION_SECRET: secret,
    PUBLIC_URL: 'https://reel.example',
  };
  expect(readConfig(edge, 'edge')).toMatchObject({
    demoStudio: false,
    localSignIn: false,
    database: { url: 'libsql://reel.example', authToken: null },
  });
  for (const name of Object.keys(edge))
    expect(() => readConfig({ ...edge, [name]: undefined }, 'edge')).toThrow(new RegExp(`^${name} `));
  expect(() => readConfig({ ...edge, DATABASE_URL: 'file:x.db' }, 'edge')).toThrow(/^DATABASE_URL /);
  expect(() => readConfig({ ...edge, DEMO_STUDIO: 'on' }, 'edge')).toThrow(/^DEMO_STUDIO [^\n]+\.$/);
  expect(readConfig({ ...edge, DEMO_STUDIO: 'off' }, 'edge').demoStudio).toBe(false);
});

test('compose.yaml passes on who may sign in and what one person may do', async () => {
  const [readMe, compose] = await Promise.all(
    ['README.md', 'compose.yaml'].map((name) => readFile(new URL(`../../${name}`, import.meta.url), 'utf8')),
  );
  const rows = (readMe ?? '')
    .split('\n')
    .filter((line) => /^\| `.*(one person|sign-in with|sign in:|OPERATOR)/.test(line));
  const names = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name));
  expect(names).toEqual(
    expect.arrayContaining(['SIGN_IN_ALLOWED', 'OPERATOR_EMAILS', 'OIDC_ISSUER', 'STORAGE_LIMIT_MB']),
  );
  for (const name of names) expect(compose).toContain(`${name}: \${${name}:-}`);
});

test('the version that is told is the package’s', async () => {
  const manifest: { version: string } = JSON.parse(
    await readFile(new URL('../../package.json', import.meta.url), 'utf8'),
  );
  expect(version).toBe(manifest.version);
});
