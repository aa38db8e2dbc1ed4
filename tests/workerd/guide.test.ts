/** The guide of a deployment, against the tool that it has people use: nothing here needs an account. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { edgeTool } from '#scripts/edge/edge-tools.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);
const AT_ONCE = 3;

let guide: string;
/** As they stand there: what follows the tool’s name and version. */
let commands: string[];
beforeAll(async () => {
  guide = await readFile(`${root}docs/deploy-on-the-edge.md`, 'utf8');
  commands = Array.from(guide.matchAll(/npx wrangler@[\d.]+ ([^`|;\n]+)/g), ([, rest = '']) => rest.trim());
});

const wrangler = (...args: string[]): Promise<{ stdout: string }> =>
  run(`${root}tests/edge/node_modules/.bin/wrangler`, args, {
    cwd: root,
    env: { ...process.env, CI: '1', WRANGLER_SEND_METRICS: 'false' },
  });

/** A command as the tool knows it: its words, what it is given, and its flags. */
function parsed(command: string): { words: string[]; given: string[]; flags: string[] } {
  const parts = command.split(/\s+/);
  const flags = parts.filter((part) => part.startsWith('--'));
  const at = parts.findIndex((part) => /^storyreel|^reel\.|^["$]|^--/.test(part));
  const words = at === -1 ? parts : parts.slice(0, at);
  const given = parts.slice(words.length).filter((part, index, rest) => !isFlagOrIts(part, rest[index - 1]));
  return { words, given, flags: flags.map((flag) => flag.split('=')[0] ?? flag) };
}
const isFlagOrIts = (part: string, before: string | undefined): boolean =>
  part.startsWith('--') || (before?.startsWith('--') === true && !before.includes('='));

test('names the version of the tool that the tests use', async () => {
  const pinned: unknown = JSON.parse(await readFile(`${root}tests/edge/package.json`, 'utf8'));
  const versions = new Set(Array.from(guide.matchAll(/wrangler@([\d.]+)/g), ([, version]) => version));
  expect(pinned).toMatchObject({ dependencies: { wrangler: [...versions].join() } });
});

test('has only commands that the tool knows, with as much as they take, and flags that they have', async () => {
  expect(commands.length).toBeGreaterThan(10);
  const resumed = commands.flatMap((command) =>
    command.includes('pause-delivery') ? [command.replace('pause', 'resume')] : [],
  );
  const all = [...commands, ...resumed].map(parsed);
  const helpOf = new Map<string, string>();
  const names = [...new Set(all.map(({ words }) => words.join(' ')))];
  const ask = async (name: string) => helpOf.set(name, (await wrangler(...name.split(' '), '--help')).stdout);
  // Each is a process of its own, and there are a dozen.
  for (let from = 0; from < names.length; from += AT_ONCE)
    await Promise.all(names.slice(from, from + AT_ONCE).map(ask));
  for (const { words, given, flags } of all) {
    const name = words.join(' ');
    const help = helpOf.get(name) ?? '';
    const usage = help.split('\n').find((line) => line.startsWith('wrangler ')) ?? '';
    const [needed, taken] = [usage.match(/<[^>]+>/g) ?? [], usage.match(/[<[][^>\]]+[>\]]/g) ?? []];
    expect(usage.startsWith(`wrangler ${name}`), `${name}: ${usage}`).toBe(true);
    expect([name, given.length >= needed.length && given.length <= taken.length]).toEqual([name, true]);
    for (const flag of flags) expect(help, `${name} ${flag}`).toMatch(new RegExp(`${flag}\\b`));
  }
});

const toolSchema = z.object({ unstable_getMiniflareWorkerOptions: z.custom<(path: string) => unknown>() });
const optionsSchema = z.object({
  workerOptions: z.object({
    queueProducers: z.record(z.string(), z.object({ queueName: z.string() })),
    queueConsumers: z.record(z.string(), z.unknown()),
    r2Buckets: z.record(z.string(), z.object({ id: z.string() })),
  }),
});

test('makes every queue and bucket that the Worker is bound to', () => {
  const { unstable_getMiniflareWorkerOptions: optionsOf } = toolSchema.parse(edgeTool('wrangler'));
  const { workerOptions } = optionsSchema.parse(optionsOf(`${root}wrangler.toml`));
  const { queueProducers, queueConsumers, r2Buckets } = workerOptions;
  const made = (what: string): string[] =>
    commands.flatMap((command) =>
      command.startsWith(`${what} create `) ? [command.split(' ').at(what === 'queues' ? 2 : 3) ?? ''] : [],
    );
  const produced = Object.values(queueProducers).map(({ queueName }) => queueName);
  expect(new Set(made('queues'))).toEqual(new Set([...produced, ...Object.keys(queueConsumers)]));
  expect(new Set(made('r2 bucket'))).toEqual(new Set(Object.values(r2Buckets).map(({ id }) => id)));
});

test('names only scripts that there are, and an image that there is', async () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(await readFile(`${root}package.json`, 'utf8'));
  const named = Array.from(guide.matchAll(/npm run (?:--silent )?([a-z:-]+)/g), ([, name = '']) => name);
  expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
  const [, image = ''] = /docker build --target ([\w-]+)/.exec(guide) ?? [];
  expect(await readFile(`${root}Dockerfile`, 'utf8')).toMatch(new RegExp(`^FROM .+ AS ${image}$`, 'm'));
});

test('deploys by a command that the tool carries out as far as it goes without an account', async () => {
  const deploy = commands.find((command) => command.startsWith('deploy ')) ?? '';
  const { stdout } = await wrangler(...deploy.split(' '), '--dry-run');
  expect(stdout).toMatch(/env\.JOBS[\s\S]*env\.EXPORTS[\s\S]*env\.MEDIA[\s\S]*--dry-run: exiting now/);
});

/** As a shell would have it, with a tool in between that keeps what it is given. */
test('hands over each variable that is set, whole and without a line break', async () => {
  const loop = /^ {3}(for name in [\s\S]+?^ {3}done)$/m.exec(guide)?.[1] ?? '';
  const kept = loop.replace(/npx wrangler@[\d.]+ secret put "\$name"/, `(printf '%s=[' "$name"; cat; printf ']\\n')`);
  expect(kept).not.toBe(loop);
  const set = { PUBLIC_URL: 'https://reel.example', KEY_ENCRYPTION_SECRET: 'a+b/c==', OPERATOR_EMAILS: 'a@b.c, d@e.f' };
  const { stdout } = await run('/bin/sh', ['-c', kept], {
    env: { PATH: process.env['PATH'] ?? '', ...set, GITHUB_CLIENT_ID: '' },
  });
  expect(stdout.trim().split('\n').toSorted()).toEqual([
    'KEY_ENCRYPTION_SECRET=[a+b/c==]',
    'OPERATOR_EMAILS=[a@b.c, d@e.f]',
    'PUBLIC_URL=[https://reel.example]',
  ]);
});
