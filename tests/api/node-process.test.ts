/** The built server as a process: how it starts, refuses to, and ends. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Project } from '#shared/entities/project.ts';
import { FAKE_KEYS } from '#tests/helpers/fake-gemini/credentials.ts';
import { startFakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { settledByHand } from '#tests/helpers/settled-by-hand.ts';
import { saveKey, sendOver, signIn, type TestUser } from './harness.ts';
import { newProject } from './new-project.ts';

const root = join(import.meta.dirname, '../..');
let folder: string;
const running: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storyreel-node-'));
  // The bundle leaves packages where npm put them: it finds them from its own folder upwards.
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const rolldown = [
    join(root, 'node_modules/rolldown/bin/cli.mjs'),
    '-c',
    'scripts/rolldown.config.mjs',
    '-d',
    join(folder, 'dist/server'),
  ];
  await promisify(execFile)(process.execPath, rolldown, { cwd: root });
  await mkdir(join(folder, 'dist/web/assets'), { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(join(folder, 'dist/web/index.html'), '<!doctype html><title>AI Storyreel</title>');
  await writeFile(join(folder, 'dist/web/sw.js'), 'self;');
  await writeFile(join(folder, 'dist/web/assets/app-1a2b.js'), 'export {};');
});

afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
});
afterAll(() => rm(folder, { recursive: true }));

type Started = { child: ChildProcess; url: string };

function launch(environment: Record<string, string>): { child: ChildProcess; out: () => string; err: () => string } {
  const child = spawn(process.execPath, [join(folder, 'dist/server/node/start.js')], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: join(folder, 'data'), PORT: '0', ...environment },
  });
  running.push(child);
  let [out, err] = ['', ''];
  child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (err += chunk.toString()));
  return { child, out: () => out, err: () => err };
}

/** Starts a server and waits for its ready line. */
async function start(environment: Record<string, string> = {}): Promise<Started> {
  const { child, out, err } = launch(environment);
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', () => {
      const url = /^Storyreel is ready at (http:\S+)\n$/.exec(out())?.[1];
      if (url !== undefined) resolve({ child, url });
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${err()}`)));
  });
}

/** Starts a server that can't, and answers what it said. */
async function refused(environment: Record<string, string>): Promise<{ code: unknown; err: string; out: string }> {
  const { child, out, err } = launch(environment);
  const [code] = await once(child, 'close');
  return { code, err: err(), out: out() };
}

const signedIn = (url: string): Promise<TestUser> => signIn(sendOver(url), new URL(url).origin, 'Ada');

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<unknown> {
  const exit = once(child, 'exit');
  child.kill(signal);
  return (await exit)[0];
}

test('one process serves the API and the page, and keeps everything over a restart', async () => {
  const first = await start();
  expect(await (await fetch(`${first.url}/api/health`)).json()).toMatchObject({ status: 'ok', database: 'ok' });
  const { cookie } = await signedIn(first.url);
  expect(await end(first.child, 'SIGINT')).toBe(0);

  const second = await start();
  expect((await fetch(`${second.url}/api/auth/user`, { headers: { Cookie: cookie } })).status).toBe(200);
  expect(await end(second.child, 'SIGTERM')).toBe(0);
  expect((await stat(join(folder, 'data/secret.key'))).mode & 0o777).toBe(0o600);
});

test('a server that is told to stop ends what it was asked, and gives everybody else no answer at all', async () => {
  const [arrived, mayGoOn] = [settledByHand(), settledByHand()];
  const gemini = await startFakeGemini({
    delayMs: (operation) => (operation === 'models.generateContent' ? 1 : 0),
    wait: async () => {
      arrived.resolve();
      await mayGoOn.promise;
    },
  });
  try {
    const data = { DATA_DIR: join(folder, 'stopped') };
    const first = await start({ ...data, GOOGLE_GEMINI_BASE_URL: gemini.url });
    const ada = await signedIn(first.url);
    await saveKey(ada, FAKE_KEYS.good);
    const { id, description } = await newProject(ada);
    const asked = ada.json<Project>(`/api/projects/${id}/improve-description`, { method: 'POST', json: {} });
    await arrived.promise;
    const exit = once(first.child, 'exit');
    first.child.kill('SIGTERM');
    const isUnanswered = () =>
      fetch(`${first.url}/api/health`).then(
        () => false,
        () => true,
      );
    await vi.waitUntil(isUnanswered, { timeout: 10_000 });
    mayGoOn.resolve();
    const improved = await asked;
    expect(improved.description).not.toBe(description);
    expect((await exit)[0]).toBe(0);
    const second = await start(data);
    expect(await (await signedIn(second.url)).json('/api/user/projects')).toEqual([improved]);
  } finally {
    await gemini.close();
  }
});

describe('beside the API', () => {
  test('every path is the page, but for what can only be a file', async () => {
    const { url } = await start();
    const answer = async (path: string) => {
      const reply = await fetch(url + path);
      const body = await reply.text();
      return [reply.status, reply.headers.get('cache-control'), body.includes('<!doctype html>') ? 'page' : 'other'];
    };
    for (const path of ['/', '/landing', '/project/0192f0c1', '/showcase/x'])
      expect([path, await answer(path)]).toEqual([path, [200, 'no-cache', 'page']]);
    expect(await answer('/assets/app-1a2b.js')).toEqual([200, 'public, max-age=31536000, immutable', 'other']);
    expect(await answer('/sw.js')).toEqual([200, 'no-cache', 'other']);
    for (const path of [
      '/assets/gone.js',
      '/robots.txt',
      '/project/x.png',
      '/..%2fserver/node/start.js',
      '/assets/..%2f..%2fserver/node/start.js',
    ]) {
      expect([path, (await answer(path)).filter((_, i) => i !== 1)]).toEqual([path, [404, 'other']]);
    }
    expect((await fetch(`${url}/api/nope`)).headers.get('content-type')).toContain('application/json');
  });

  test('pages open under each name of this machine, with the policy that keeps them in their place', async () => {
    const { url } = await start();
    const { port } = new URL(url);
    for (const name of ['127.0.0.1', 'localhost']) {
      const page = await fetch(`http://${name}:${port}/`);
      expect(page.status).toBe(200);
      expect(page.headers.get('content-security-policy')).toContain(
        `script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:`,
      );
    }
  });
});

describe('what can’t start says why in one sentence', () => {
  const oneSentence = (name: string) => ({
    code: 1,
    out: '',
    err: expect.stringMatching(new RegExp(`^${name} [^\\n]+\\.\\n$`)),
  });

  test('a bad variable', async () => {
    expect(await refused({ PORT: 'eighty' })).toEqual(oneSentence('PORT'));
    expect(await refused({ KEY_ENCRYPTION_SECRET: 'short' })).toEqual(oneSentence('KEY_ENCRYPTION_SECRET'));
  });

  test('a port that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    if (address === null || typeof address === 'string') throw new Error('No port.');
    expect(await refused({ PORT: String(address.port) })).toEqual(oneSentence('PORT'));
    other.close();
  });

  test('a data folder that can’t be written, made or read', async () => {
    await writeFile(join(folder, 'a-file'), '');
    const readOnly = join(folder, 'read-only');
    await mkdir(readOnly);
    await chmod(readOnly, 0o555);
    // Root may write anywhere but into what is no folder.
    const places = [
      join(folder, 'a-file'),
      join(folder, 'a-file/data'),
      '/proc/storyreel',
      ...(process.getuid?.() === 0 ? [] : [readOnly]),
    ];
    for (const DATA_DIR of places) expect(await refused({ DATA_DIR })).toEqual(oneSentence('DATA_DIR'));
  });

  test('a database or a secret that is something else', async () => {
    const data = join(folder, 'damaged');
    await mkdir(data);
    await writeFile(join(data, 'secret.key'), 'not a secret');
    expect(await refused({ DATA_DIR: data })).toEqual(oneSentence('DATA_DIR'));
    expect(await readFile(join(data, 'secret.key'), 'utf8')).toBe('not a secret');
    await rm(join(data, 'secret.key'));
    for (const ending of ['', '-wal', '-shm']) await rm(join(data, `storyreel.db${ending}`), { force: true });
    await writeFile(join(data, 'storyreel.db'), 'this is no database, and long enough to be read as one'.repeat(20));
    expect(await refused({ DATA_DIR: data })).toEqual(oneSentence('DATA_DIR'));
  });
});
